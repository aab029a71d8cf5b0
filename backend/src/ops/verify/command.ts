import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { StartError } from '../../core/errors.js';
import { printableLine } from '../../core/printable.js';
import { parseWeek } from '../arguments.js';
import { newCommand, reporting } from '../command.js';
import { rejectUnreadable } from '../files.js';
import { withProgress } from '../progress.js';
import { keyValueTable, table } from '../table.js';
import {
  actionSchema,
  Audit,
  compareLeaderboard,
  differenceSchema,
  leaderboardFileSchema,
  provenPointsSchema,
  type LeaderboardFile,
} from './audit.js';
import { faultsIn } from './entry.js';
import { checkLog, logSchema, type SiteOptions } from './site.js';

/** Maximum of printed differences, and of printed operator actions. */
const MAX_SHOWN = 20;

/** Maximum length of a line. An entry has some 1,000 bytes, and at most 65,535. */
const MAX_LINE_CHARACTERS = 65_536;

/** Maximum of lines that are not entries. A file with more of them is not a file of proofs. */
const MAX_UNREADABLE = 1_000;

const count = z.int().nonnegative();

export const verifyReportSchema = z.strictObject({
  /** File, or origin of a site. */
  source: z.string(),
  ok: z.boolean(),
  /** Missing for a file. */
  log: logSchema.optional(),
  entries: count,
  proofs: count,
  /** Number of proofs that bring no points: the operator banned the referrer, or revoked the proof. */
  withheld: count,
  /** What the operator did. */
  actions: z.array(actionSchema),
  /** Domains that the signatures are for. */
  domains: z.array(z.string()),
  /** The week of `--window` or of the leaderboard; missing for all time. */
  week: z.string().optional(),
  referrers: count,
  differences: z.array(differenceSchema),
  /** Only with `--points` or `--window`. */
  points: z.array(provenPointsSchema).optional(),
});

type Log = z.infer<typeof logSchema>;
type Report = z.infer<typeof verifyReportSchema>;

interface Options extends SiteOptions {
  readonly domain?: readonly string[];
  readonly leaderboard?: string;
  readonly points?: true;
  readonly window?: string;
}

/** Checks the transparency log with its own code, which is independent of the server's checks. */
export const VERIFY = newCommand(
  'verify',
  'check the proof of every recruit point, in a site’s transparency log or in a file of GET /api/proofs',
  'every check passed',
  'a check failed, or the file has no proofs',
)
  .argument('<source>', 'address of a site, or file of proofs with one JSON object per line')
  .option(
    '--domain <host>',
    'domain that signatures may name, besides the site’s host; repeat the option for several',
    (host: string, others: readonly string[] | undefined) => [...(others ?? []), host],
  )
  .option('--leaderboard <file>', 'file with an answer of GET /api/leaderboard, to compare')
  .option('--points', 'list the points of each wallet for its recruits')
  .option('--window <week>', 'count only proofs signed in one week, such as 2026-W48', parseWeek)
  .option('--vkey <key>', 'key of the log (default: the one that the site names)')
  .option(
    '--state <file>',
    'file that remembers the log for the next run (default: <host>.log-state.json)',
  )
  .option('--accept-new-log', 'follow the log that the site started in place of the remembered one')
  .action(reporting(verify, describe, ({ ok }) => ok));

async function verify(source: string, options: Options): Promise<Report> {
  const { domain = [], leaderboard, points, window, vkey, state, acceptNewLog } = options;
  const site = /^https?:/.test(source) && URL.canParse(source) ? new URL(source) : null;
  const board = leaderboard === undefined ? null : await readLeaderboard(leaderboard);
  const week = window ?? board?.week?.name ?? null;
  if (board !== null && week !== (board.week?.name ?? null)) {
    throw new StartError(
      `${leaderboard} is not the leaderboard of ${week}: download that, or leave --window out`,
    );
  }
  if (site === null && (vkey ?? state ?? acceptNewLog) !== undefined) {
    throw new StartError(
      `${source} is a file: --vkey, --state and --accept-new-log need a site, such as https://pyramidion.example`,
    );
  }
  const audit = new Audit(site === null ? domain : [site.host, ...domain], week);
  const checked = site === null ? null : await checkLog(site, options, audit);
  if (site === null) await readProofs(source, audit);
  audit.finish();
  const { summary, points: earned } = audit;
  const { domains } = summary;
  const ofWhole = faultsIn({
    [checked?.difference ?? '']: checked?.difference != null,
    'there is no proof in the file: nothing was checked': site === null && summary.proofs === 0,
    [`it was signed for ${domains.join(' and ')}: --domain says which are right`]:
      site === null && domain.length === 0 && domains.length > 1,
  });
  const differences = [
    ...ofWhole.map((what) => ({ index: null, what })),
    ...audit.differences,
    ...(board === null ? [] : compareLeaderboard(board, earned)),
  ];
  const ok = differences.length === 0;
  if (ok) await checked?.remember();
  return {
    source,
    ok,
    ...(checked !== null && { log: checked.log }),
    ...summary,
    referrers: earned.length,
    differences,
    ...(week !== null && { week }),
    ...((points === true || window !== undefined) && { points: earned }),
  };
}

/**
 * Reads each line of a file, with a progress bar.
 * @throws StartError if it is not a file of proofs
 */
async function readProofs(path: string, audit: Audit): Promise<void> {
  await rejectUnreadable(path, 'a site, or a file of proofs from GET /api/proofs');
  const reject = (why: string): never => {
    throw new StartError(`${path} is not a file of proofs: ${why}`);
  };
  await withProgress('Verifying', (await stat(path)).size, async (onProgress) => {
    const input = createReadStream(path, { encoding: 'utf8' });
    const texts: AsyncIterable<string> = input;
    let rest = '';
    for await (const text of texts) {
      const lines = `${rest}${text}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) audit.read(line);
      if (audit.unreadable > MAX_UNREADABLE) {
        reject(`more than ${MAX_UNREADABLE} of its lines are not entries of a log`);
      }
      if (rest.length > MAX_LINE_CHARACTERS) {
        reject(`a line is longer than ${MAX_LINE_CHARACTERS} characters`);
      }
      onProgress(input.bytesRead);
    }
    if (rest !== '') audit.read(rest);
  });
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
  const { differences, points } = report;
  return [
    keyValueTable([
      [log === undefined ? 'File' : 'Site', source],
      ...(log === undefined ? [] : describeLog(log)),
      ['Signed for', domains.join(', ') || 'nobody'],
      ['Entries', entries],
      ['Proofs', proofs],
      ['Withheld', withheld],
      [week === undefined ? 'Referrers' : `Referrers of ${week}`, referrers],
      ['Differences', differences.length],
    ]),
    ...capped(actions.map(describeAction).toReversed()),
    ...(points === undefined ? [] : [table(['Wallet', 'Recruits', 'Points'], points)]),
    ...capped(
      differences.map(({ index, what }) => (index === null ? what : `entry ${index}: ${what}`)),
    ),
    ...(log === undefined || report.ok ? [] : [describeCheckpoints(log)]),
    report.ok ? 'Everything that is proven holds.' : 'NOT everything holds.',
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

/** The signed checkpoints, which are evidence. */
function describeCheckpoints({ checkpoint, checkpointBefore }: Log): string {
  const before =
    checkpointBefore === null ? '' : `\nCheckpoint of the last run:\n${checkpointBefore}`;
  return `${before}\nCheckpoint now:\n${checkpoint}`;
}

/** Returns the first {@link MAX_SHOWN} lines. If there are more, a last line has their number. */
function capped(lines: readonly string[]): string[] {
  const hidden = lines.length - MAX_SHOWN;
  return [
    ...lines.slice(0, MAX_SHOWN).map(printableLine),
    ...(hidden > 0 ? [`and ${hidden.toLocaleString('en')} more: --json lists them all`] : []),
  ];
}
