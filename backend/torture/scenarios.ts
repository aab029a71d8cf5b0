import { killDuringBackup } from './backup-kills.js';
import { jumpClock } from './clock-jumps.js';
import { openDamagedFiles } from './damaged-files.js';
import { countFsyncs } from './fsyncs.js';
import { fillDisk } from './full-disk.js';
import { killUnderWriters } from './kills.js';
import { sendMalformedRequests } from './malformed.js';
import { killDuringMigration } from './migration-kills.js';
import { failNode } from './node-faults.js';
import { holdWriteLock } from './operator-lock.js';
import type { Effort, Outcome } from './outcome.js';
import { killAroundPostgres } from './postgres-kills.js';
import { doRandomCommands } from './random-commands.js';
import { killDuringRestore } from './restore-kills.js';
import { rush } from './rush.js';
import { startSecondServers } from './second-server.js';
import { serveSlowClients } from './slow-clients.js';
import { stopUnderLoad } from './stop-under-load.js';
import { tearLog } from './torn-log.js';

/** Every scenario by its name, in the order in which they run. */
export const SCENARIOS: ReadonlyMap<string, (effort: Effort) => Promise<Outcome>> = new Map([
  ['kills', killUnderWriters],
  ['migration-kills', killDuringMigration],
  ['backup-kills', killDuringBackup],
  ['restore-kills', killDuringRestore],
  ['torn-log', tearLog],
  ['postgres-kills', killAroundPostgres],
  ['rush', rush],
  ['random-commands', doRandomCommands],
  ['damaged-files', openDamagedFiles],
  ['full-disk', fillDisk],
  ['operator-lock', holdWriteLock],
  ['second-server', startSecondServers],
  ['stop-under-load', stopUnderLoad],
  ['clock-jumps', jumpClock],
  ['malformed', sendMalformedRequests],
  ['slow-clients', serveSlowClients],
  ['node-faults', failNode],
  ['fsyncs', countFsyncs],
]);
