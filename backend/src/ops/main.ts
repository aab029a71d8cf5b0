import 'reflect-metadata';
import { endOnOutputFault } from './output-fault.js';
import { createProgram } from './program.js';

endOnOutputFault();
await createProgram().parseAsync();
