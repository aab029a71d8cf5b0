import { expect, test } from '@jest/globals';
import { createLog } from './log.js';
import { PeriodicJob } from './periodic-job.js';

const lines: string[] = [];
const log = createLog('warn', { write: (line: string) => void lines.push(line) });

class Job extends PeriodicJob {
  runs = 0;

  constructor(
    private readonly work: (signal: AbortSignal) => Promise<void>,
    firstInMs?: number,
  ) {
    super(log, 'not done for now', 1, firstInMs);
  }

  run(signal: AbortSignal): Promise<void> {
    this.runs += 1;
    return this.work(signal);
  }
}

test('a periodic job logs a failed run and runs again; a stop waits for the current run', async () => {
  let hasEnded = false;
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const job: Job = new Job(async (signal) => {
    if (job.runs < 3) throw new Error('out of luck');
    begin();
    await new Promise((resolve) => signal.addEventListener('abort', () => setImmediate(resolve)));
    hasEnded = true;
    throw new Error('cut off');
  });
  job.onApplicationBootstrap();
  await begun;
  await job.onApplicationShutdown();
  expect([hasEnded, job.runs]).toEqual([true, 3]);
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject(
    Array(2).fill({ level: 'warn', error: 'Error: out of luck', msg: 'not done for now' }),
  );
});

test('a stop ends the pause before the first run of a periodic job, and the job does not run', async () => {
  const job = new Job(() => Promise.resolve(), 60_000);
  job.onApplicationBootstrap();
  await job.onApplicationShutdown();
  expect(job.runs).toBe(0);
});
