import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { Audit } from './audit.js';
import type { LeaderboardFile } from './compare-leaderboard.js';
import { compareLeaderboard, leaderboardFileSchema } from './compare-leaderboard.js';
import { readLines } from './read-lines.js';
import type { Report } from './report.js';
import { describeReport } from './report.js';

/** When a file cannot be read at all; 1 says that something in it is wrong. */
const UNREADABLE = 2;

interface Options {
  readonly domain?: string;
  readonly leaderboard?: string;
  readonly points?: true;
  readonly json?: true;
}

/** `verify FILE`: checks downloaded proofs offline, with nothing of the server's own checks. */
export function verifyCommand(): Command {
  const command = new Command('verify')
    .description('check a file of proofs, as GET /api/proofs gives it, without a server')
    .argument('<file>', 'the proofs, a JSON object a line')
    .option(
      '--domain <host>',
      'the site that everything must be signed for (default: that of the first line)',
    )
    .option('--leaderboard <file>', 'an answer of GET /api/leaderboard to compare with')
    .option('--points', 'list the points that each wallet has by its recruits')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      '\nExit status: 0 all is well, 1 something differs, 2 a file cannot be read.',
    );
  return command.action(async (file: string, options: Options) => {
    try {
      const report = await verify(file, options);
      const text = options.json === true ? JSON.stringify(report, null, 2) : describeReport(report);
      process.stdout.write(`${text}\n`);
      process.exitCode = report.ok ? 0 : 1;
    } catch (error) {
      command.error(`error: ${String(error)}`, { exitCode: UNREADABLE });
    }
  });
}

async function verify(file: string, { domain, leaderboard, points }: Options): Promise<Report> {
  const board = leaderboard === undefined ? null : await readLeaderboard(leaderboard);
  const audit = new Audit(domain ?? null);
  await readLines(file, (line) => audit.read(line));
  audit.finish();
  const compared = board === null ? [] : compareLeaderboard(board, audit.points);
  const differences = [...audit.differences, ...compared];
  return {
    file,
    ok: differences.length === 0,
    ...audit.summary,
    differences,
    ...(points === true && { points: audit.points }),
  };
}

async function readLeaderboard(path: string): Promise<LeaderboardFile> {
  const parsed = leaderboardFileSchema.safeParse(JSON.parse(await readFile(path, 'utf8')));
  if (!parsed.success) throw new Error(`${path} is no answer of GET /api/leaderboard`);
  return parsed.data;
}
