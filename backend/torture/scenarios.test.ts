import { expect, test } from '@jest/globals';
import { KEPT, type Outcome } from './report.js';
import { SCENARIOS } from './scenarios.js';

const TIMEOUT_MS = 240_000;

/** A scenario, its size in this test, and its promise. */
type SmallScenario = { name: string; kills: number; harmed: number; promise: string };

/** Additional expectations by scenario. */
const MORE: Readonly<Record<string, (outcome: Outcome) => void>> = {
  kills: ({ acknowledged }) => expect(acknowledged).toBeGreaterThan(2),
  'torn-log': ({ measured, acknowledged }) =>
    expect(measured['most writes recovered']).toBe(acknowledged),
};

// Scenarios that no other test covers. They run concurrently, and the longest one starts first.
test.concurrent.each<SmallScenario>`
  name | kills | harmed | promise
  ${'backup-kills'} | ${2} | ${2} | ${'SIGKILL during a backup leaves the earlier backup or the new one, and the database as it is'}
  ${'torn-log'} | ${4} | ${4} | ${'a torn log opens, with what was acknowledged up to some moment, and no total drifts'}
  ${'restore-kills'} | ${2} | ${2} | ${'SIGKILL during a restore leaves the database from before or the backup, and the next one completes it'}
  ${'slow-clients'} | ${1} | ${60} | ${'clients who send or read without end keep nobody from being served'}
  ${'kills'} | ${2} | ${2} | ${'what was acknowledged survives SIGKILL under 8 writers, once, and the totals follow'}
  ${'migration-kills'} | ${3} | ${3} | ${'SIGKILL during a migration leaves no database or a whole one, and the next start completes it'}
  ${'fsyncs'} | ${1} | ${0} | ${'what one writer was told is kept took at least one fsync each'}
  ${'lost-races'} | ${2} | ${2} | ${'a proof whose claim is ended meanwhile is recorded: what changes no row is tried again'}
`(
  '$promise',
  async ({ name, kills, harmed }) => {
    const outcome = await SCENARIOS.get(name)?.({ kills, requests: 0, seed: 1, brief: true });
    expect(outcome).toMatchObject({ harmed, ...KEPT });
    if (outcome) MORE[name]?.(outcome);
  },
  TIMEOUT_MS,
);
