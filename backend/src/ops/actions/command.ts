import type { Command } from 'commander';
import { Clock } from '../../core/clock.js';
import { parseTime, parseWallet, parseWords } from '../arguments.js';
import type { Conclusion } from '../command.js';
import { concluding, newCommand } from '../command.js';
import { facts } from '../table.js';
import { withDatabase } from '../with-database.js';
import type { Action } from './operator-actions.js';
import { act, revokeSince } from './operator-actions.js';

const DONE = 'it is done, and written down in operator_action';
const REFUSED = 'it was refused, and nothing was changed';
const WHY = ['--why <reason>', 'the reason, which is kept for good (required)'] as const;

const COMMANDS = [
  ['ban', '<wallet>', 'take a wallet’s points and place; it earns nothing until it is unbanned'],
  ['unban', '<wallet>', 'give a wallet back what its ban took'],
  ['unrevoke', '<recruit>', 'give a recruit back to its referrer, with the points'],
] as const;

interface Options {
  readonly why: string;
}

interface RevokeOptions extends Options {
  readonly of?: string;
  readonly since?: string;
}

/** `ban WALLET`, `unban WALLET`, `revoke RECRUIT`, `unrevoke RECRUIT`: what the operator does, and says why. */
export function actionCommands(): Command[] {
  const commands = COMMANDS.map(([action, subject, description]) =>
    newCommand(action, description, DONE, REFUSED)
      .argument(subject, 'its address', parseWallet)
      .requiredOption(...WHY, parseWords)
      .action(concluding((address: string, { why }: Options) => actOn(action, address, why))),
  );
  return [...commands, revokeCommand()];
}

/** `revoke RECRUIT`, or `revoke --of REFERRER --since TIME`. */
function revokeCommand(): Command {
  return newCommand(
    'revoke',
    'take a recruit from its referrer, with the points; nobody gets it meanwhile',
    DONE,
    REFUSED,
  )
    .argument('[recruit]', 'its address', parseWallet)
    .option('--of <referrer>', 'in place of a recruit: all that this wallet has got', parseWallet)
    .option('--since <time>', 'from this time on (UTC), as suspects tells it', parseTime)
    .requiredOption(...WHY, parseWords)
    .action(
      concluding(async (recruit: string | undefined, { of, since, why }: RevokeOptions) => {
        if (recruit !== undefined && of === undefined) return actOn('revoke', recruit, why);
        if (recruit === undefined && of !== undefined && since !== undefined) {
          return revokeAll(of, since, why);
        }
        throw new Error('Name a recruit, or a referrer by --of and a time by --since.');
      }),
    );
}

async function actOn(action: Action, address: string, why: string): Promise<Conclusion> {
  const report = await withDatabase(({ writer }) => act(writer, new Clock(), action, address, why));
  const text = facts([
    [`Action ${report.number}`, `${action} ${address}`],
    ['Why', why],
    ['Points of', report.wallet],
    ['Before', report.pointsBefore],
    ['Now', report.points],
  ]);
  return { report, text };
}

async function revokeAll(referrer: string, since: string, why: string): Promise<Conclusion> {
  const report = await withDatabase((database) =>
    revokeSince(database, new Clock(), referrer, since, why),
  );
  const text = facts([
    ['Recruits revoked', report.length],
    ['Why', why],
    ['Points of', referrer],
    ['Before', report.at(0)?.pointsBefore ?? 0],
    ['Now', report.at(-1)?.points ?? 0],
  ]);
  return { report, text };
}
