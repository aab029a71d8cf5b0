import { z } from 'zod';
import { Reader, viewTime } from '../database/reader.js';
import { walletAddressSchema } from '../wallet/address.js';
import { defineCommand } from './command.js';
import type { Services } from './services.js';
import { table } from './table.js';

/** A sign that recruits may be keys of one person; a wallet may have several. */
const suspicionRow = z.strictObject({
  wallet: walletAddressSchema,
  /** When the first of these recruits signed (ISO 8601, UTC). */
  since: viewTime,
  reason: z.string(),
});

export const SUSPECTS = defineCommand({
  name: 'suspects',
  description: 'show referrers whose recruits may be the keys of one person, and why',
  example: 'suspects',
  well: 'there are no suspects',
  notWell: 'there is at least one suspect',
  configure: (command) =>
    command.addHelpText('after', '\nThese are hints, not proof. Nothing happens automatically.'),
  run: async (services: Services) => {
    const reader = await services.get(Reader);
    return reader.select(suspicionRow, 'SELECT wallet, since, reason FROM suspects');
  },
  describe: (signs) =>
    signs.length === 0 ? 'No suspects.' : table(['Wallet', 'Since', 'Why'], signs),
  isWell: (signs) => signs.length === 0,
});
