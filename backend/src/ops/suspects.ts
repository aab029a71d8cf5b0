import { SuspicionRepository } from '../wallet/suspicion.repository.js';
import { defineCommand } from './command.js';
import type { Services } from './services.js';
import { table } from './table.js';

export const SUSPECTS = defineCommand({
  name: 'suspects',
  description: 'show referrers whose recruits may be the keys of one person, and why',
  example: 'suspects',
  well: 'there are no suspects',
  notWell: 'there is at least one suspect',
  configure: (command) =>
    command.addHelpText('after', '\nThese are hints, not proof. Nothing happens automatically.'),
  run: async (services: Services) => (await services.get(SuspicionRepository)).all(),
  describe: (signs) =>
    signs.length === 0 ? 'No suspects.' : table(['Wallet', 'Since', 'Why'], signs),
  isWell: (signs) => signs.length === 0,
});
