import { expect, test } from '@jest/globals';
import { NODE_FAULTS } from '../test/node-faults.js';
import { killDuringBackup } from './backup-kills.js';
import { jumpClock } from './clock-jumps.js';
import { openDamagedFiles } from './damaged-files.js';
import { countFsyncs } from './fsyncs.js';
import { fillDisk } from './full-disk.js';
import { killUnderWriters } from './kills.js';
import { failNode } from './node-faults.js';
import { holdWriteLock } from './operator-lock.js';
import type { Effort, Outcome } from './outcome.js';
import { KEPT } from './outcome.js';
import { killDuringRestore } from './restore-kills.js';
import { rush } from './rush.js';
import { startSecondServers } from './second-server.js';
import { serveSlowClients } from './slow-clients.js';
import { stopUnderLoad } from './stop-under-load.js';
import { tearLog } from './torn-log.js';

const TIMEOUT_MS = 240_000;

/** A promise, the scenario that holds the server to it, how small it is here, and what else is expected of it. */
interface SmallScenario {
  readonly promise: string;
  readonly scenario: (effort: Effort) => Promise<Outcome>;
  readonly kills: number;
  /** As many as kills unless given. */
  readonly harmed?: number;
  readonly expectMore?: (outcome: Outcome) => void;
}

/** The longest come first, since a few of them run at once. */
const SCENARIOS: readonly SmallScenario[] = [
  {
    promise:
      'SIGKILL during a backup leaves the earlier backup or the new one, and the database as it is',
    scenario: killDuringBackup,
    kills: 4,
  },
  {
    promise: 'a torn log opens, with what was acknowledged up to some moment, and no total drifts',
    scenario: tearLog,
    kills: 8,
    expectMore: ({ measured, acknowledged }) =>
      expect(measured).toMatchObject({ 'most that came back': acknowledged }),
  },
  {
    promise:
      'SIGKILL during a restore leaves the database from before or the backup, and the next one completes it',
    scenario: killDuringRestore,
    kills: 4,
  },
  {
    promise: 'clients who send or read without end keep nobody from being served',
    scenario: serveSlowClients,
    kills: 1,
    harmed: 60,
  },
  {
    promise: 'whatever the Solana node answers, referrals go on, and the memory is bounded',
    scenario: failNode,
    kills: 1,
    harmed: NODE_FAULTS.size + 1,
  },
  {
    promise: 'what was acknowledged survives SIGKILL under 8 writers, once, and the totals follow',
    scenario: killUnderWriters,
    kills: 2,
    expectMore: ({ acknowledged }) => expect(acknowledged).toBeGreaterThan(2),
  },
  {
    promise:
      'a broken, cut, foreign or newer file is refused in a line that says what to do, and left as it is',
    scenario: openDamagedFiles,
    kills: 8,
  },
  {
    promise:
      'on a full disk writes are 503, reads 200, ready 503, live 200; with room again all is well without a restart',
    scenario: fillDisk,
    kills: 1,
  },
  {
    promise:
      'a clock that jumps gives nobody a day twice, and a streak is the days in a row that it ends with',
    scenario: jumpClock,
    kills: 3,
    harmed: 75,
  },
  {
    promise:
      'an operator who holds the write lock for 3 s stops no read, and nothing that was acknowledged is lost',
    scenario: holdWriteLock,
    kills: 1,
  },
  {
    promise:
      'SIGTERM under load: what was accepted is answered and kept, the rest refused in words, and it ends with 0',
    scenario: stopUnderLoad,
    kills: 1,
    expectMore: ({ acknowledged, measured }) => {
      expect(acknowledged).toBeGreaterThan(0);
      expect(measured['refused in words']).toBeGreaterThan(0);
    },
  },
  {
    promise: 'when 50 want the same at once, one referrer has the recruit, and its points once',
    scenario: rush,
    kills: 1,
    expectMore: ({ acknowledged }) => expect(acknowledged).toBe(3),
  },
  {
    promise: 'a second server on the same file refuses to start, and the first one loses nothing',
    scenario: startSecondServers,
    kills: 1,
  },
  {
    promise: 'what one writer was told is kept took at least one fsync each',
    scenario: countFsyncs,
    kills: 1,
    harmed: 0,
  },
];

test.concurrent.each(SCENARIOS)(
  '$promise',
  async ({ scenario, kills, harmed = kills, expectMore }) => {
    const outcome = await scenario({ kills, requests: 0, seed: 1, brief: true });
    expect(outcome).toMatchObject({ harmed, ...KEPT });
    expectMore?.(outcome);
  },
  TIMEOUT_MS,
);
