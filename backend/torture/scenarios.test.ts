import { expect, test } from '@jest/globals';
import { NODE_FAULTS } from '../test/support/faults/node-faults.js';
import { KEPT, type Outcome } from './report.js';
import { SCENARIOS } from './scenarios.js';

const TIMEOUT_MS = 240_000;

/** A scenario by its name, how small it is here, and what it holds the server to. */
type SmallScenario = { name: string; kills: number; harmed: number; promise: string };

/** What is expected of an outcome beyond that every promise was kept. */
const MORE: Readonly<Record<string, (outcome: Outcome) => void>> = {
  kills: ({ acknowledged }) => expect(acknowledged).toBeGreaterThan(2),
  'torn-log': ({ measured, acknowledged }) =>
    expect(measured['most that came back']).toBe(acknowledged),
  rush: ({ acknowledged }) => expect(acknowledged).toBe(3),
  'stop-under-load': ({ acknowledged, measured }) => {
    expect(acknowledged).toBeGreaterThan(0);
    expect(measured['refused in words']).toBeGreaterThan(0);
  },
};

// Some run at once, so the longest come first.
test.concurrent.each<SmallScenario>`
  name | kills | harmed | promise
  ${'backup-kills'} | ${2} | ${2} | ${'SIGKILL during a backup leaves the earlier backup or the new one, and the database as it is'}
  ${'torn-log'} | ${4} | ${4} | ${'a torn log opens, with what was acknowledged up to some moment, and no total drifts'}
  ${'restore-kills'} | ${2} | ${2} | ${'SIGKILL during a restore leaves the database from before or the backup, and the next one completes it'}
  ${'node-faults'} | ${1} | ${NODE_FAULTS.size + 1} | ${'whatever the Solana node answers, referrals go on, and the memory is bounded'}
  ${'slow-clients'} | ${1} | ${60} | ${'clients who send or read without end keep nobody from being served'}
  ${'damaged-files'} | ${8} | ${8} | ${'a broken, cut, foreign or newer file is refused in a line that says what to do, and left as it is'}
  ${'kills'} | ${2} | ${2} | ${'what was acknowledged survives SIGKILL under 8 writers, once, and the totals follow'}
  ${'replaced-files'} | ${3} | ${3} | ${'a server whose files are replaced acknowledges nothing more, says so and ends with 1'}
  ${'full-disk'} | ${1} | ${1} | ${'on a full disk writes are 503, reads 200, ready 503, live 200; with room again all is well without a restart'}
  ${'operator-lock'} | ${1} | ${1} | ${'an operator who holds the write lock for 3 s stops no read, and nothing that was acknowledged is lost'}
  ${'clock-jumps'} | ${1} | ${25} | ${'a clock that jumps gives nobody a day twice, and a streak is the days in a row that it ends with'}
  ${'skewed-clocks'} | ${4} | ${8} | ${'clocks that step back or differ between processes make no proof that a verifier rejects'}
  ${'stop-under-load'} | ${1} | ${1} | ${'SIGTERM under load: what was accepted is answered and kept, the rest refused in words, and it ends with 0'}
  ${'second-server'} | ${1} | ${1} | ${'a second server on the same file refuses to start, and the first one loses nothing'}
  ${'migration-kills'} | ${3} | ${3} | ${'SIGKILL during a migration leaves no database or a whole one, and the next start completes it'}
  ${'fsyncs'} | ${1} | ${0} | ${'what one writer was told is kept took at least one fsync each'}
  ${'claim-chains'} | ${1} | ${5} | ${'a chain of claims longer than can be followed keeps nobody from recruiting below it'}
  ${'lost-races'} | ${2} | ${2} | ${'a proof whose claim is ended meanwhile is recorded: what changes no row is tried again'}
  ${'rush'} | ${1} | ${1} | ${'when 50 want the same at once, one referrer has the recruit, and its points once'}
`(
  '$promise',
  async ({ name, kills, harmed }) => {
    const outcome = await SCENARIOS.get(name)?.({ kills, requests: 0, seed: 1, brief: true });
    expect(outcome).toMatchObject({ harmed, ...KEPT });
    if (outcome) MORE[name]?.(outcome);
  },
  TIMEOUT_MS,
);
