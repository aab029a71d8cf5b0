import 'reflect-metadata';
import { jest } from '@jest/globals';
import { exitWithError } from '../../src/ops/command.js';
import { PROGRAM } from '../../src/ops/program.js';
import type { OpsEnding } from './run-ops.js';

/** Runs a command of the operator's tool in this process, which is faster. Wrong options end the process. */
export async function callOps(...words: string[]): Promise<OpsEnding> {
  const printed = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    jest.spyOn(process[stream], 'write').mockImplementation((text) => {
      printed[stream] += String(text);
      return true;
    }),
  );
  try {
    await PROGRAM.parseAsync(words, { from: 'user' });
  } catch (error) {
    exitWithError(error);
  }
  for (const spy of spies) spy.mockRestore();
  const { exitCode } = process;
  process.exitCode = undefined;
  return { status: Number(exitCode), ...printed };
}
