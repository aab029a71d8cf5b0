import type { Effort, Outcome } from './report.js';
import { sendMalformedRequests, serveSlowClients } from './scenarios/bad-clients.js';
import { jumpClock } from './scenarios/clock-jumps.js';
import { openDamagedFiles } from './scenarios/damaged-files.js';
import { countFsyncs, tearLog } from './scenarios/durability.js';
import {
  killDuringBackup,
  killDuringMigration,
  killDuringRestore,
} from './scenarios/file-kills.js';
import { buryVictims } from './scenarios/claim-chains.js';
import {
  askDistantPages,
  askNode,
  drawCards,
  drawPyramids,
  openLinks,
} from './scenarios/costly-reads.js';
import { crowdDisk, fillDisk } from './scenarios/full-disk.js';
import { sendOverflowingNumbers, sendSlashes } from './scenarios/hostile-urls.js';
import { hoard } from './scenarios/memory.js';
import { failNode } from './scenarios/node-faults.js';
import { endClaimsUnderSignIns } from './scenarios/lost-races.js';
import { holdWriteLock, startSecondServers } from './scenarios/other-processes.js';
import { doRandomCommands } from './scenarios/random-commands.js';
import { replaceFiles } from './scenarios/replaced-files.js';
import { restartInTurn } from './scenarios/rolling-restarts.js';
import { restoreOldBackups } from './scenarios/restored-backup.js';
import { revokeMany } from './scenarios/mass-revocation.js';
import { restoreLogFiles } from './scenarios/restored-files.js';
import { rush } from './scenarios/rush.js';
import {
  killAroundPgBouncer,
  killAroundPostgres,
  killUnderWriters,
} from './scenarios/server-kills.js';
import { shareAddress } from './scenarios/shared-address.js';
import { skewClocks } from './scenarios/skewed-clocks.js';
import { dropHandshakes } from './scenarios/slow-handshakes.js';
import { stopUnderLoad } from './scenarios/stop-under-load.js';
import { repeatCycles } from './scenarios/write-queue.js';
import { setClockWrong } from './scenarios/wrong-clock.js';
import { floodTiles } from './scenarios/tile-flood.js';

export const SCENARIOS: ReadonlyMap<string, (effort: Effort) => Promise<Outcome>> = new Map([
  ['kills', killUnderWriters],
  ['migration-kills', killDuringMigration],
  ['backup-kills', killDuringBackup],
  ['restore-kills', killDuringRestore],
  ['torn-log', tearLog],
  ['postgres-kills', killAroundPostgres],
  ['pgbouncer-kills', killAroundPgBouncer],
  ['rush', rush],
  ['claim-chains', buryVictims],
  ['lost-races', endClaimsUnderSignIns],
  ['random-commands', doRandomCommands],
  ['damaged-files', openDamagedFiles],
  ['replaced-files', replaceFiles],
  ['restored-backup', restoreOldBackups],
  ['restored-files', restoreLogFiles],
  ['full-disk', fillDisk],
  ['crowded-disk', crowdDisk],
  ['operator-lock', holdWriteLock],
  ['second-server', startSecondServers],
  ['stop-under-load', stopUnderLoad],
  ['rolling-restarts', restartInTurn],
  ['clock-jumps', jumpClock],
  ['skewed-clocks', skewClocks],
  ['wrong-clock', setClockWrong],
  ['malformed', sendMalformedRequests],
  ['slow-clients', serveSlowClients],
  ['overflowing-numbers', sendOverflowingNumbers],
  ['slashes', sendSlashes],
  ['memory', hoard],
  ['node-faults', failNode],
  ['repeated-cycles', repeatCycles],
  ['shared-address', shareAddress],
  ['mass-revocation', revokeMany],
  ['distant-pages', askDistantPages],
  ['large-pyramids', drawPyramids],
  ['new-cards', drawCards],
  ['link-previews', openLinks],
  ['node-quota', askNode],
  ['slow-handshakes', dropHandshakes],
  ['tile-flood', floodTiles],
  ['fsyncs', countFsyncs],
]);
