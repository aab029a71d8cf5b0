import { Clock } from '../core/clock.js';
import { Database } from '../database/database.js';
import { checksOfServer } from '../doctor/checks/server.js';
import { Doctor } from '../doctor/doctor.js';
import { describeReport } from '../doctor/report.js';
import { findProblems } from '../health/running-server.js';
import { loadSettings } from '../settings.js';
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
    const settings = loadSettings();
    const database = await services.get(Database);
    const checks = checksOfServer(settings, await findProblems(settings));
    const doctor = new Doctor(database, await services.get(Clock), checks);
    return repair === true ? doctor.repair() : doctor.look();
  },
  describe: describeReport,
  isWell: ({ ok }) => ok,
});
