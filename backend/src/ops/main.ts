import 'reflect-metadata';
import { endWhenNobodyReads } from './closed-pipe.js';
import { createProgram } from './program.js';

endWhenNobodyReads();
await createProgram().parseAsync();
