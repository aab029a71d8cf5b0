import { listBackups } from '../../../backup/backup-folder.js';
import { readBuild } from '../../../core/build.js';
import type { BackupSettings, Settings } from '../../../settings.js';
import { counted, type Check } from '../check.js';
import { RunningServer } from '../../running-server.js';

const HOUR_MS = 3_600_000;

/** A backup that is so many times as old as it may become was not followed by another. */
const MAX_BACKUP_AGES = 2;

/** What is looked at beside the database: the server that these settings start on this machine, and its backups. */
export function checksOfServer(settings: Settings): readonly Check[] {
  const { backups } = settings;
  return [serverIsOfTheseFiles(settings), ...(backups === null ? [] : [backupIsRecent(backups)])];
}

function serverIsOfTheseFiles(settings: Settings): Check {
  const server = new RunningServer(settings);
  const { address } = server;
  return {
    name: 'The server that runs is the one in these files',
    look: async () => {
      const running = await server.build();
      if (running === null) return { looked: `no server answers at ${address}`, faults: [] };
      const { build } = readBuild();
      const isOther = running !== build && ![running, build].includes('none');
      const fault = `the server was started from build ${running}, and these are ${build}`;
      return { looked: `build ${running} at ${address}`, faults: isOther ? [fault] : [] };
    },
    remedy: 'restart the server',
  };
}

function backupIsRecent({ folder, everyMs }: BackupSettings): Check {
  return {
    name: 'The newest backup in BACKUP_DIR is recent',
    look: async ({ now }) => {
      const backups = await listBackups(folder, now);
      const [newest] = backups;
      const looked = counted(backups.length, ['backup', 'backups']);
      if (newest === undefined) return { looked, faults: [`there is none in ${folder}`] };
      const age = now.getTime() - newest.madeAt.getTime();
      const isOld = age > MAX_BACKUP_AGES * everyMs;
      const [hours, every] = [age, everyMs].map((ms) => Math.round(ms / HOUR_MS));
      const fault = `${newest.file} is ${hours} hours old, and BACKUP_EVERY is ${every}`;
      return { looked, faults: isOld ? [fault] : [] };
    },
    remedy: 'see that the server runs, and what its log says where a backup failed',
  };
}
