import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { KEPT, type Outcome } from './report.js';
import { SCENARIOS } from './scenarios.js';

const TIMEOUT_MS = 240_000;

type SmallScenario = { name: string; kills: number; harmed: number };

const MORE_EXPECTATIONS: Readonly<Record<string, (outcome: Outcome) => void>> = {
  kills: ({ acknowledged }) => expect(acknowledged).toBeGreaterThan(2),
  'torn-log': ({ measured, acknowledged }) =>
    expect(measured['most writes recovered']).toBe(acknowledged),
  fsyncs: ({ measured }) => expect(measured['fsyncs']).toEqual(expect.any(Number)),
};

/** True if strace can trace a process that it has not started. */
function canTrace(): boolean {
  const attach = 'sleep 60 & strace -o /dev/null -p $! kill $! || kill $!';
  return spawnSync('sh', ['-c', attach]).stderr.length === 0;
}

async function expectKept({ name, kills, harmed }: SmallScenario): Promise<void> {
  const outcome = await SCENARIOS.get(name)?.({ kills, requests: 0, seed: 1, brief: true });
  expect(outcome).toMatchObject({ harmed, ...KEPT });
  if (outcome) MORE_EXPECTATIONS[name]?.(outcome);
}

test.concurrent.each<SmallScenario>`
  name | kills | harmed | promise
  ${'backup-kills'} | ${2} | ${2} | ${'a killed backup leaves no backup, the earlier one or the new one'}
  ${'torn-log'} | ${4} | ${4} | ${'a torn write-ahead log loses no acknowledged write that precedes a recovered one'}
  ${'restore-kills'} | ${2} | ${2} | ${'a killed restore leaves the old database or the backup, and the next restore succeeds'}
  ${'slow-clients'} | ${1} | ${60} | ${'clients that send or read slowly do not block others'}
  ${'kills'} | ${2} | ${2} | ${'acknowledged writes survive SIGKILL without duplicates, with correct totals'}
  ${'migration-kills'} | ${3} | ${3} | ${'a killed migration leaves no database or a complete one, and the next migration succeeds'}
  ${'lost-races'} | ${2} | ${2} | ${'a proof is recorded even if its claim ends at the same time'}
`('$promise', expectKept, TIMEOUT_MS);

(canTrace() ? test.concurrent : test.concurrent.skip)(
  'there are at least as many fsyncs as acknowledged writes of one client',
  () => expectKept({ name: 'fsyncs', kills: 1, harmed: 0 }),
  TIMEOUT_MS,
);
