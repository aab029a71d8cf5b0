import { z } from 'zod';
import { viewTime } from '../database/reader.js';
import { walletAddressSchema } from '../wallet/address.js';
import { newCommand } from './command.js';
import { table } from './table.js';
import { onDatabase } from './with-database.js';

/** A sign that recruits may be keys of one person; a wallet may have several. */
const suspicionSchema = z.strictObject({
  wallet: walletAddressSchema,
  /** When the first of these recruits signed (ISO 8601, UTC). */
  since: z.iso.datetime(),
  reason: z.string(),
});

const suspicionRow = suspicionSchema.extend({ since: viewTime });

export const SUSPECTS = newCommand(
  'suspects',
  'show referrers whose recruits may be the keys of one person, and why',
  'there are no suspects',
  'there is at least one suspect',
)
  .addHelpText('after', '\nThese are hints, not proof. Nothing happens automatically.')
  .action(
    onDatabase(
      ({ reader }) => reader.select(suspicionRow, 'SELECT wallet, since, reason FROM suspects'),
      (signs) => (signs.length === 0 ? 'No suspects.' : table(['Wallet', 'Since', 'Why'], signs)),
      (signs) => signs.length === 0,
    ),
  );
