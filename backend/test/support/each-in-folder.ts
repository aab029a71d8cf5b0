import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from '@jest/globals';

/** Makes an empty folder before each test, passes its path to `use`, and removes it after the test. */
export function eachInFolder(use: (folder: string) => void): void {
  let made: string;
  beforeEach(async () => {
    made = await mkdtemp(join(tmpdir(), 'pyramidion-'));
    use(made);
  });
  afterEach(() => rm(made, { recursive: true }));
}
