import type { Command } from 'commander';
import { z } from 'zod';
import { Clock } from '../../core/clock.js';
import { walletAddressSchema } from '../../wallet/address.js';
import { parseWallet, parseWords } from '../arguments.js';
import type { CommonOptions } from '../command.js';
import { conclude, newCommand } from '../command.js';
import { facts } from '../table.js';
import { withDatabase } from '../with-database.js';
import type { ActionOutcome } from './operator-actions.js';
import { OperatorActions } from './operator-actions.js';

/** What `ban`, `unban`, `revoke` and `unrevoke` print with `--json`. */
export const actionReportSchema = z.strictObject({
  /** Of the row in `operator_action`. */
  number: z.int().positive(),
  action: z.enum(['ban', 'unban', 'revoke', 'unrevoke']),
  subject: walletAddressSchema,
  why: z.string().min(1),
  actedAt: z.iso.datetime(),
  /** Whose points it may have changed. */
  wallet: walletAddressSchema,
  pointsBefore: z.int(),
  points: z.int(),
});

interface Options extends CommonOptions {
  readonly why: string;
}

type Action = ActionOutcome['action'];

const DESCRIPTIONS: Record<Action, string> = {
  ban: 'take a wallet’s points and place; it earns nothing until it is unbanned',
  unban: 'give a wallet back what its ban took',
  revoke: 'take a recruit from its referrer, with the points; nobody gets it meanwhile',
  unrevoke: 'give a recruit back to its referrer, with the points',
};

/** `ban WALLET`, `unban WALLET`, `revoke RECRUIT`, `unrevoke RECRUIT`: what the operator does, and says why. */
export function actionCommand(action: Action): Command {
  const subject = action === 'ban' || action === 'unban' ? 'wallet' : 'recruit';
  return newCommand(action, DESCRIPTIONS[action], {
    well: 'it is done, and written down in operator_action',
    notWell: 'it was refused, and nothing was changed',
  })
    .argument(`<${subject}>`, 'its address', parseWallet)
    .requiredOption('--why <reason>', 'the reason, which is kept for good (required)', parseWords)
    .action(async (address: string, options: Options) =>
      conclude(options, () =>
        withDatabase(async ({ writer }) => {
          const report = await new OperatorActions(writer, new Clock())[action](
            address,
            options.why,
          );
          return { ok: true, report, text: describe(report) };
        }),
      ),
    );
}

function describe({ number, action, subject, why, wallet, ...outcome }: ActionOutcome): string {
  return facts([
    [`Action ${number}`, `${action} ${subject}`],
    ['Why', why],
    ['Points of', wallet],
    ['Before', outcome.pointsBefore],
    ['Now', outcome.points],
  ]);
}
