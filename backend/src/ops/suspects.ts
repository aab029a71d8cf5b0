import type { Command } from 'commander';
import { z } from 'zod';
import { walletAddressSchema } from '../wallet/address.js';
import { concluding, newCommand } from './command.js';
import { table } from './table.js';
import { withDatabase } from './with-database.js';

/** What `suspects` prints with `--json`: a sign each, of which a wallet may have several. */
export const suspectsReportSchema = z.array(
  z.strictObject({
    wallet: walletAddressSchema,
    /** When the first of the recruits that the sign is about signed (ISO 8601, UTC). */
    since: z.iso.datetime(),
    reason: z.string(),
  }),
);

/** `suspects`: referrers whose recruits look like the keys of one person. Nothing is done about them. */
export function suspectsCommand(): Command {
  return newCommand(
    'suspects',
    'show referrers whose recruits may be the keys of one person, and why',
    'nobody stands out',
    'somebody does',
  )
    .addHelpText(
      'after',
      '\nA key is no person, and an honest crowd may look alike: nothing follows from it but what you do.',
    )
    .action(
      concluding(async () => {
        const report = await withDatabase(({ reader }) =>
          reader.select(suspectsReportSchema.element, 'SELECT wallet, since, reason FROM suspects'),
        );
        if (report.length === 0) return { report, text: 'Nobody stands out.' };
        return { ok: false, report, text: table(['Wallet', 'Since', 'Why'], report) };
      }),
    );
}
