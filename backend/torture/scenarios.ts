import { NODE_FAULTS, SILENCE } from '../test/node-faults.js';
import { killDuringBackup } from './backup-kills.js';
import { jumpClock } from './clock-jumps.js';
import { openDamagedFiles } from './damaged-files.js';
import { countFsyncs } from './fsyncs.js';
import { fillDisk } from './full-disk.js';
import { killUnderWriters } from './kills.js';
import { sendNonsense } from './malformed.js';
import { killDuringMigration } from './migration-kills.js';
import { failNode } from './node-faults.js';
import { holdWriteLock } from './operator-lock.js';
import type { Outcome } from './outcome.js';
import { killAroundPostgres } from './postgres-kills.js';
import { doRandomCommands } from './random-commands.js';
import { killDuringRestore } from './restore-kills.js';
import { rush } from './rush.js';
import { startSecondServers } from './second-server.js';
import { dawdle } from './slow-clients.js';
import { stopUnderLoad } from './stop-under-load.js';
import { tearLog } from './torn-log.js';

/** How much to do, and the seed of everything that is left to chance. */
export interface Effort {
  readonly kills: number;
  readonly requests: number;
  readonly seed: number;
}

/** An operator holds the lock for this time, in milliseconds. */
const HOLD_MS = 3_000;

/** Clients that dawdle in each way, and for how long, in milliseconds: until the last of them are cut off. */
const DAWDLERS = 50;
const DAWDLE_MS = 70_000;

/** Acknowledgements between two kills, at most: 40 kills are among more than 20,000. */
const MOST_BETWEEN = 1_200;

/** Jumps of the clock for a kill: they cost little. */
const JUMPS_FOR_A_KILL = 25;

/** Acknowledgements whose fsyncs are counted. */
const COUNTED = 1_000;

/** How often to do what takes seconds each time. */
function roundsOf({ kills }: Effort): number {
  return Math.ceil(kills / 10);
}

type Scenario = (effort: Effort) => Promise<Outcome>;

/** Every scenario by its name. */
export const SCENARIOS: ReadonlyMap<string, Scenario> = new Map<string, Scenario>([
  ['kills', (effort) => killUnderWriters({ ...effort, mostBetween: MOST_BETWEEN })],
  ['migration-kills', killDuringMigration],
  ['backup-kills', killDuringBackup],
  ['restore-kills', killDuringRestore],
  ['torn-log', tearLog],
  [
    'postgres-kills',
    (effort) => killAroundPostgres({ kills: roundsOf(effort), seed: effort.seed }),
  ],
  ['rush', ({ kills, seed }) => rush({ rushes: kills, seed })],
  ['random-commands', ({ kills, seed }) => doRandomCommands({ lists: kills, seed })],
  ['damaged-files', openDamagedFiles],
  ['full-disk', (effort) => fillDisk({ fills: roundsOf(effort), seed: effort.seed })],
  [
    'operator-lock',
    (effort) => holdWriteLock({ locks: roundsOf(effort), holdMs: HOLD_MS, seed: effort.seed }),
  ],
  [
    'second-server',
    (effort) => startSecondServers({ starts: roundsOf(effort), seed: effort.seed }),
  ],
  ['stop-under-load', (effort) => stopUnderLoad({ stops: roundsOf(effort), seed: effort.seed })],
  ['clock-jumps', ({ kills, seed }) => jumpClock({ jumps: kills * JUMPS_FOR_A_KILL, seed })],
  ['malformed', sendNonsense],
  ['slow-clients', ({ seed }) => dawdle({ dawdlers: DAWDLERS, dawdleMs: DAWDLE_MS, seed })],
  [
    'node-faults',
    ({ seed }) => failNode({ faults: new Map([...NODE_FAULTS, ['silence', SILENCE]]), seed }),
  ],
  ['fsyncs', ({ seed }) => countFsyncs({ acknowledgements: COUNTED, seed })],
]);
