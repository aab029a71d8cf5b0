import type { Command } from 'commander';
import { Clock } from '../../core/clock.js';
import { parseWallet, parseWords } from '../arguments.js';
import { concluding, newCommand } from '../command.js';
import { facts } from '../table.js';
import { withDatabase } from '../with-database.js';
import { act } from './operator-actions.js';

const COMMANDS = [
  ['ban', '<wallet>', 'take a wallet’s points and place; it earns nothing until it is unbanned'],
  ['unban', '<wallet>', 'give a wallet back what its ban took'],
  [
    'revoke',
    '<recruit>',
    'take a recruit from its referrer, with the points; nobody gets it meanwhile',
  ],
  ['unrevoke', '<recruit>', 'give a recruit back to its referrer, with the points'],
] as const;

interface Options {
  readonly why: string;
}

/** `ban WALLET`, `unban WALLET`, `revoke RECRUIT`, `unrevoke RECRUIT`: what the operator does, and says why. */
export function actionCommands(): Command[] {
  return COMMANDS.map(([action, subject, description]) =>
    newCommand(
      action,
      description,
      'it is done, and written down in operator_action',
      'it was refused, and nothing was changed',
    )
      .argument(subject, 'its address', parseWallet)
      .requiredOption('--why <reason>', 'the reason, which is kept for good (required)', parseWords)
      .action(
        concluding(async (address: string, { why }: Options) => {
          const report = await withDatabase(({ writer }) =>
            act(writer, new Clock(), action, address, why),
          );
          const text = facts([
            [`Action ${report.number}`, `${action} ${address}`],
            ['Why', why],
            ['Points of', report.wallet],
            ['Before', report.pointsBefore],
            ['Now', report.points],
          ]);
          return { report, text };
        }),
      ),
  );
}
