import type { Command } from 'commander';
import type { ActionReport, SignOutReport } from '../moderation/moderation.schema.js';
import { ModerationService } from '../moderation/moderation.service.js';
import { withProgress } from '../core/progress.js';
import { parseTime, parseWallet, parseWords } from './arguments.js';
import { defineCommand } from './command.js';
import type { Services } from './services.js';
import { keyValueTable } from './table.js';

const WALLET = '8UviNr47S8eL6J3WfDxMRa3hvLta1VDJwNWqsDgtN3Cv';

const RECORDED = 'done, and recorded in audit_log';
const UNCHANGED = 'refused; nothing was changed';

interface Reason {
  readonly why: string;
}

const requireReason = (command: Command, use: 'published' | 'recorded'): Command =>
  command.requiredOption('--why <reason>', `the reason, ${use} for good (required)`, parseWords);

function defineAction(action: ActionReport['action'], description: string, why: string): Command {
  return defineCommand({
    name: action,
    description,
    example: `${action} ${WALLET} --why '${why}'`,
    well: RECORDED,
    notWell: UNCHANGED,
    configure: (command) =>
      requireReason(
        command.argument('<wallet>', 'address of the wallet', parseWallet),
        'published',
      ),
    run: async (services: Services, address: string, { why }: Reason) =>
      (await services.get(ModerationService))[action](address, why),
    describe: describeAction,
  });
}

export const BAN = defineAction(
  'ban',
  'remove a wallet’s points and rank; until unban it earns nothing and cannot sign in',
  'bought its recruits',
);

export const UNBAN = defineAction(
  'unban',
  'undo a ban: give the wallet its points and rank back',
  'a mistake',
);

export const UNREVOKE = defineAction(
  'unrevoke',
  'undo a revocation: give a recruit and its points back to the referrer',
  'a mistake',
);

interface RevokeOptions extends Reason {
  readonly of?: string;
  readonly since?: string;
}

export const REVOKE = defineCommand({
  name: 'revoke',
  description:
    'remove a recruit and its points from its referrer; until unrevoke nobody can recruit it',
  example: `revoke --of ${WALLET} --since 2026-11-21 --why 'keys of one person'`,
  well: RECORDED,
  notWell: UNCHANGED,
  configure: (command) =>
    requireReason(
      command
        .argument('[recruit]', 'address of the wallet', parseWallet)
        .option(
          '--of <referrer>',
          'instead of one recruit: this wallet’s recruits since the time of --since',
          parseWallet,
        )
        .option(
          '--since <time>',
          'required with --of: a time (UTC), as printed by suspects',
          parseTime,
        ),
      'published',
    ),
  run: revoke,
  describe: (report) =>
    Array.isArray(report) ? describeRevocations(report) : describeAction(report),
});

async function revoke(
  services: Services,
  recruit: string | undefined,
  { of, since, why }: RevokeOptions,
): Promise<ActionReport | ActionReport[]> {
  const moderation = await services.get(ModerationService);
  if (recruit !== undefined && of === undefined && since === undefined) {
    return moderation.revoke(recruit, why);
  }
  if (recruit === undefined && of !== undefined && since !== undefined) {
    return withProgress('Revoking', null, (onProgress) =>
      moderation.revokeSince(of, since, why, onProgress),
    );
  }
  throw new Error('Name a recruit, or a referrer by --of and a time by --since.');
}

export const SIGN_OUT_ALL = defineCommand({
  name: 'sign-out-all',
  description: 'end every session, so that each visitor has to sign in again',
  example: "sign-out-all --why 'a copy of the disk was stolen'",
  well: RECORDED,
  configure: (command) => requireReason(command, 'recorded'),
  run: async (services: Services, { why }: Reason) =>
    (await services.get(ModerationService)).signOutAll(why),
  describe: ({ number, action, why, sessions }: SignOutReport) =>
    keyValueTable([
      [`Action ${number}`, action],
      ['Why', why],
      ['Sessions ended', sessions],
    ]),
});

function describeAction(report: ActionReport): string {
  return keyValueTable([
    [`Action ${report.number}`, `${report.action} ${report.subject}`],
    ...describePoints(report, report),
  ]);
}

function describeRevocations(reports: readonly ActionReport[]): string {
  const [first, last] = [reports.at(0), reports.at(-1)];
  return keyValueTable([
    ['Recruits revoked', reports.length],
    ...(first && last ? describePoints(first, last) : []),
  ]);
}

function describePoints(first: ActionReport, last: ActionReport): [string, string | number][] {
  return [
    ['Why', first.why],
    ['Points of', first.wallet],
    ['Before', first.pointsBefore],
    ['Now', last.points],
  ];
}
