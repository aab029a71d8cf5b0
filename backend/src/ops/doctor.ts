import { Clock } from '../core/clock.js';
import { Database } from '../database/database.js';
import { Doctor } from '../doctor/doctor.js';
import { describeReport } from '../doctor/report.js';
import { loadSettings } from '../settings.js';
import { CheckpointFile, parseCheckpoint } from '../transparency-log/checkpoint-file.js';
import { defineCommand } from './command.js';
import type { Services } from './services.js';

export const DOCTOR = defineCommand({
  name: 'doctor',
  description: 'check the database for damage and contradictions',
  example: 'doctor --repair',
  well: 'all is well',
  notWell: 'something is wrong, or is still wrong after --repair',
  configure: (command) =>
    command.option(
      '--repair',
      'repair derived data: totals, points, ranking, indexes, views, triggers; referrals stay as they are',
    ),
  run: async (services: Services, { repair }: { readonly repair?: true }) => {
    const note = await new CheckpointFile(loadSettings().transparencyLogFolder).read();
    const [database, clock] = [await services.get(Database), await services.get(Clock)];
    const doctor = new Doctor(database, clock, parseCheckpoint(note));
    return repair === true ? doctor.repair() : doctor.look();
  },
  describe: describeReport,
  isWell: ({ ok }) => ok,
});
