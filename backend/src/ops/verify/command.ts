import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { StartError } from '../../core/errors.js';
import { printableLine } from '../../core/printable.js';
import { siteOf } from '../arguments.js';
import { defineCommand } from '../command.js';
import type { Services } from '../services.js';
import { rejectUnreadable } from '../files.js';
import { keyValueTable } from '../table.js';
import {
  actionSchema,
  Audit,
  compareLeaderboard,
  differenceSchema,
  leaderboardFileSchema,
  type LeaderboardFile,
} from '../../verify/audit.js';
import { readDownload } from './download.js';
import { faultsIn } from '../../verify/entry.js';
import { LogCheck } from '../../verify/log-check.js';
import { readState, writeState } from './state.js';

const MAX_SHOWN = 20;

const MAX_UNREADABLE = 1_000;

const count = z.int().nonnegative();

const MEANWHILE =
  'Only the leaderboard differs. An entry that was added to the log between the two downloads has this effect, too: download the leaderboard again, and repeat this command.';

const logSchema = z.strictObject({
  checkpoint: z.string(),
  checkpointBefore: z.string().nullable(),
});

export const verifyReportSchema = z.strictObject({
  /** The file, or the URL of the site, as given. */
  source: z.string(),
  ok: z.boolean(),
  /**
   * The signed checkpoint of this download, and that of the last run that passed every check (null if none is known).
   * Missing if the download has no checkpoint, or its newest one has no valid signature.
   */
  log: logSchema.optional(),
  entries: count,
  proofs: count,
  /** Number of proofs that bring no points: the operator banned the referrer, or revoked the proof. */
  withheld: count,
  actions: z.array(actionSchema),
  domains: z.array(z.string()),
  /** The week of the `--leaderboard` file, if it has one. */
  week: z.string().optional(),
  referrers: count,
  differences: z.array(differenceSchema),
  /** Differences of the `--leaderboard` file from the log. An entry that was added between the downloads causes some. */
  leaderboardDifferences: z.array(z.string()),
});

type Log = z.infer<typeof logSchema>;
type Report = z.infer<typeof verifyReportSchema>;

interface Options {
  readonly domain?: readonly string[];
  readonly leaderboard?: string;
  readonly vkey?: string;
  readonly state?: string;
  readonly acceptNewLog?: true;
}

export const VERIFY = defineCommand({
  name: 'verify',
  description:
    'check the proof of every recruit point, in the transparency log of a site or in a file of GET /api/proofs',
  example: 'verify https://pyramidion.example',
  well: 'every check passed',
  notWell: 'a check failed, or the leaderboard differs, perhaps because an entry was just added',
  configure: (command) =>
    command
      .argument('<source>', 'address of a site, or file of proofs with one JSON object per line')
      .option(
        '--domain <host>',
        'domain that signatures may name, besides the host of the site or log; repeat the option for several',
        (host: string, others: readonly string[] | undefined) => [...(others ?? []), host],
      )
      .option('--leaderboard <file>', 'file with an answer of GET /api/leaderboard, to compare')
      .option('--vkey <key>', 'key of the log (default: the one that the download names)')
      .option(
        '--state <file>',
        'file that remembers the log for the next run (default: <host>.log-state.json for a site, none for a file)',
      )
      .option(
        '--accept-new-log',
        'follow the log that the site started in place of the remembered one',
      ),
  run: (_services: Services, source: string, options: Options) => verify(source, options),
  describe,
  isWell: ({ ok }) => ok,
});

async function verify(source: string, options: Options): Promise<Report> {
  const { domain = [], leaderboard, vkey, acceptNewLog = false } = options;
  const site = siteOf(source);
  const board = leaderboard === undefined ? null : await readLeaderboard(leaderboard);
  const week = board?.week?.name ?? null;
  const state = options.state ?? (site && `${site.host.replaceAll(':', '_')}.log-state.json`);
  const before = state === null ? null : await readState(state);
  const named = site === null ? domain : [site.host, ...domain];
  const audit = new Audit(named, week);
  const log = new LogCheck(audit, before, vkey);
  await readDownload(site ?? source, (line) => {
    log.read(line);
    if (audit.unreadable > MAX_UNREADABLE) {
      throw new StartError(
        `${source} is not a download of GET /api/proofs: more than ${MAX_UNREADABLE} of its lines are not entries of a log`,
      );
    }
  });
  audit.finish();
  const { summary, points: earned } = audit;
  const { checkpoint } = log;
  const host = checkpoint?.name.split('/')[0] ?? '';
  const allowed = named.length === 0 ? [host] : named;
  const ofWhole = [
    ...log.finish(acceptNewLog),
    ...faultsIn({
      [`this is the log of ${host}, signed for ${summary.domains.join(' and ') || 'nobody'}: --domain says which are right`]:
        checkpoint !== null && [host, ...summary.domains].some((each) => !allowed.includes(each)),
    }),
  ];
  const differences = [...ofWhole.map((what) => ({ index: null, what })), ...audit.differences];
  const leaderboardDifferences = board === null ? [] : compareLeaderboard(board, earned);
  const ok = differences.length + leaderboardDifferences.length === 0;
  if (ok && state !== null && checkpoint !== null) await writeState(state, checkpoint);
  return {
    source,
    ok,
    ...(checkpoint !== null && {
      log: { checkpoint: checkpoint.note, checkpointBefore: before?.note ?? null },
    }),
    ...summary,
    referrers: earned.length,
    differences,
    leaderboardDifferences,
    ...(week !== null && { week }),
  };
}

async function readLeaderboard(path: string): Promise<LeaderboardFile> {
  await rejectUnreadable(path, 'an answer of GET /api/leaderboard');
  try {
    return leaderboardFileSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    throw new StartError(`${path} is not an answer of GET /api/leaderboard: download it again`);
  }
}

function describe(report: Report): string {
  const { source, log, entries, proofs, withheld, actions, domains, week, referrers } = report;
  const { ok, differences, leaderboardDifferences } = report;
  const isLogWrong = differences.length > 0;
  const found = [
    ...differences.map(({ index, what }) => (index === null ? what : `entry ${index}: ${what}`)),
    ...leaderboardDifferences,
  ];
  return [
    keyValueTable([
      [siteOf(source) === null ? 'File' : 'Site', source],
      ...(log === undefined ? [] : describeLog(log)),
      ['Signed for', domains.join(', ') || 'nobody'],
      ['Entries', entries],
      ['Proofs', proofs],
      ['Withheld', withheld],
      [week === undefined ? 'Referrers' : `Referrers of ${week}`, referrers],
      ['Differences', found.length],
    ]),
    ...capped(actions.map(describeAction).toReversed()),
    ...capped(found),
    ...(log !== undefined && isLogWrong ? [describeCheckpoints(log)] : []),
    ok ? 'Everything that is proven holds.' : isLogWrong ? 'NOT everything holds.' : MEANWHILE,
  ].join('\n');
}

function describeLog({ checkpoint, checkpointBefore }: Log): [string, string][] {
  const [name = ''] = checkpoint.split('\n');
  const [, size] = checkpointBefore?.split('\n') ?? [];
  return [
    ['Log', name],
    ['Last run', size === undefined ? 'none' : `${Number(size).toLocaleString('en')} entries`],
  ];
}

function describeAction({ index, at, why, ...entry }: Report['actions'][number]): string {
  const subject = 'subject' in entry ? ` ${entry.subject}` : '';
  return `entry ${index}, ${at}: ${entry.action}${subject}: ${why}`;
}

function describeCheckpoints({ checkpoint, checkpointBefore }: Log): string {
  const before =
    checkpointBefore === null ? '' : `\nCheckpoint of the last run:\n${checkpointBefore}`;
  return `${before}\nCheckpoint now:\n${checkpoint}`;
}

function capped(lines: readonly string[]): string[] {
  const hidden = lines.length - MAX_SHOWN;
  return [
    ...lines.slice(0, MAX_SHOWN).map(printableLine),
    ...(hidden > 0 ? [`and ${hidden.toLocaleString('en')} more: --json lists them all`] : []),
  ];
}
