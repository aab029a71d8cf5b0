import { Doctor } from '../doctor/doctor.js';
import { describeReport } from '../doctor/report.js';
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
    const published = parseCheckpoint(await (await services.get(CheckpointFile)).read());
    const doctor = await services.get(Doctor);
    return repair === true ? doctor.repair(published) : doctor.look(published);
  },
  describe: describeReport,
  isWell: ({ ok }) => ok,
});
