import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { StartError } from '../../core/errors.js';
import { parseWeek } from '../arguments.js';
import { newCommand, reporting } from '../command.js';
import { rejectUnreadable } from '../files.js';
import { printableLine } from '../../core/printable.js';
import { withProgress } from '../progress.js';
import { keyValueTable, table } from '../table.js';
import {
  Audit,
  compareLeaderboard,
  differenceSchema,
  leaderboardFileSchema,
  provenPointsSchema,
  type LeaderboardFile,
} from './audit.js';
import { withheldSchema } from './line.js';

/** Differences and withheld proofs shown to people. */
const MAX_SHOWN = 20;

/** A proof takes some 1,200 characters. */
const MAX_LINE_CHARACTERS = 65_536;

/** Beyond this, the file is something else. */
const MAX_UNREADABLE = 1_000;

const count = z.int().nonnegative();

export const verifyReportSchema = z.strictObject({
  file: z.string(),
  ok: z.boolean(),
  proofs: count,
  /** Proofs withheld by the operator. */
  withheld: z.array(withheldSchema),
  /** Number of the last proof. Append the download of `?after=` this number for later ones. */
  lastNumber: count,
  /** Allowed domains that the signatures are for. */
  domains: z.array(z.string()),
  /** Only with `--window`, or a board of a week. */
  week: z.string().optional(),
  referrers: count,
  differences: z.array(differenceSchema),
  /** Only with `--points` or `--window`. */
  points: z.array(provenPointsSchema).optional(),
});

type Report = z.infer<typeof verifyReportSchema>;

interface Options {
  readonly domain?: readonly string[];
  readonly leaderboard?: string;
  readonly points?: true;
  readonly window?: string;
}

/** Checks proofs without any code of the server's own checks. */
export const VERIFY = newCommand(
  'verify',
  'check a file of proofs from GET /api/proofs, offline',
  'every check passed',
  'a check failed, or the file has no proofs',
)
  .argument('<file>', 'file of proofs, with one JSON object per line')
  .option(
    '--domain <host>',
    'domain that signatures may name; repeat it for several (default: those in the file)',
    (host: string, others: readonly string[] | undefined) => [...(others ?? []), host],
  )
  .option('--leaderboard <file>', 'file with an answer of GET /api/leaderboard, to compare')
  .option('--points', 'list the points of each wallet for its recruits')
  .option('--window <week>', 'count only proofs signed in one week, such as 2026-W48', parseWeek)
  .action(reporting(verify, describe, ({ ok }) => ok));

async function verify(
  file: string,
  { domain = [], leaderboard, points, window }: Options,
): Promise<Report> {
  await rejectUnreadable(file, 'a file of proofs from GET /api/proofs');
  const board = leaderboard === undefined ? null : await readLeaderboard(leaderboard);
  const week = window ?? board?.week?.name ?? null;
  if (board !== null && week !== (board.week?.name ?? null)) {
    throw new StartError(
      `${leaderboard} is not the leaderboard of ${week}: download that, or leave --window out`,
    );
  }
  const audit = new Audit(domain, week);
  await readLines(file, (line) => {
    audit.read(line);
    if (audit.unreadable <= MAX_UNREADABLE) return;
    throw new StartError(
      `${file} is not a file of proofs: more than ${MAX_UNREADABLE} of its lines are not proofs`,
    );
  });
  audit.finish();
  const compared = board === null ? [] : compareLeaderboard(board, audit.points);
  const differences = [...audit.differences, ...compared];
  return {
    file,
    ok: differences.length === 0,
    ...audit.summary,
    differences,
    ...(week !== null && { week }),
    ...((points === true || window !== undefined) && { points: audit.points }),
  };
}

/**
 * Passes each line of a file to `take`, with a progress bar.
 * @throws StartError for a line that is far too long for a proof
 */
async function readLines(path: string, take: (line: string) => void): Promise<void> {
  await withProgress('Verifying', (await stat(path)).size, async (onProgress) => {
    const input = createReadStream(path, { encoding: 'utf8' });
    const texts: AsyncIterable<string> = input;
    let lines = 0;
    let rest = '';
    for await (const text of texts) {
      const parts = `${rest}${text}`.split('\n');
      rest = parts.pop() ?? '';
      for (const line of parts) take(line);
      lines += parts.length;
      if (rest.length > MAX_LINE_CHARACTERS) {
        throw new StartError(
          `${path} is not a file of proofs: line ${lines + 1} is longer than ${MAX_LINE_CHARACTERS} characters`,
        );
      }
      onProgress(input.bytesRead);
    }
    if (rest !== '') take(rest);
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
  const { file, proofs, withheld, lastNumber, domains, week, referrers, differences, points } =
    report;
  const howMany = `${proofs.toLocaleString('en')}, the last is number ${lastNumber}`;
  return [
    keyValueTable([
      ['File', file],
      ['Signed for', domains.join(', ') || 'nobody'],
      ['Proofs', lastNumber === 0 ? 'none' : howMany],
      ['Withheld', withheld.length],
      [week === undefined ? 'Referrers' : `Referrers of ${week}`, referrers],
      ['Differences', differences.length],
    ]),
    ...capped(
      withheld.map(
        ({ number, withheld: by, why }) => `number ${number} was withheld (${by}): ${why}`,
      ),
    ),
    ...(points === undefined ? [] : [table(['Wallet', 'Recruits', 'Points'], points)]),
    ...capped(
      differences.map(({ line, what }) => (line === null ? what : `line ${line}: ${what}`)),
    ),
    verdict(report),
  ].join('\n');
}

function verdict({ ok, proofs, differences }: Report): string {
  if (ok) return 'Everything that is proven holds.';
  return proofs === 0 && differences.length === 1 ? 'Nothing is proven.' : 'NOT everything holds.';
}

/** Returns the first {@link MAX_SHOWN} lines. If there are more, a last line has their number. */
function capped(lines: readonly string[]): string[] {
  const hidden = lines.length - MAX_SHOWN;
  return [
    ...lines.slice(0, MAX_SHOWN).map(printableLine),
    ...(hidden > 0 ? [`and ${hidden.toLocaleString('en')} more: --json lists them all`] : []),
  ];
}
