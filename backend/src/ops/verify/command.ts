import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { StartError } from '../../core/errors.js';
import type { CommonOptions } from '../command.js';
import { conclude, newCommand } from '../command.js';
import { refuseUnreadable } from '../files.js';
import { showProgress } from '../progress.js';
import { Audit } from './audit.js';
import type { LeaderboardFile } from './compare-leaderboard.js';
import { compareLeaderboard, leaderboardFileSchema } from './compare-leaderboard.js';
import type { Report } from './report.js';
import { describeReport } from './report.js';

/** Lines between two looks at the progress. */
const STRIDE = 500;

interface Options extends CommonOptions {
  readonly domain?: string;
  readonly leaderboard?: string;
  readonly points?: true;
}

/** `verify FILE`: checks downloaded proofs offline, with nothing of the server's own checks. */
export function verifyCommand(): Command {
  return newCommand(
    'verify',
    'check a file of proofs, as GET /api/proofs gives it, without a server',
    { well: 'all is well', notWell: 'something differs, or there is no proof in the file' },
  )
    .argument('<file>', 'the proofs, a JSON object a line')
    .option(
      '--domain <host>',
      'the site that everything must be signed for (default: that of the first line)',
    )
    .option('--leaderboard <file>', 'an answer of GET /api/leaderboard to compare with')
    .option('--points', 'list the points that each wallet has by its recruits')
    .action(async (file: string, options: Options) =>
      conclude(options, async () => {
        const report = await verify(file, options);
        return { ok: report.ok, report, text: describeReport(report) };
      }),
    );
}

async function verify(file: string, { domain, leaderboard, points }: Options): Promise<Report> {
  await refuseUnreadable(file, 'a file of proofs, as GET /api/proofs gives it');
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
  await refuseUnreadable(path, 'an answer of GET /api/leaderboard');
  try {
    return leaderboardFileSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    throw new StartError(`${path} is no answer of GET /api/leaderboard: download it again`);
  }
}

/** Hands each line of a file to `take`, and shows how far it is. */
async function readLines(path: string, take: (line: string) => void): Promise<void> {
  const { size } = await stat(path);
  const progress = showProgress('Verifying', size);
  const input = createReadStream(path);
  let lines = 0;
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    take(line);
    lines += 1;
    if (lines % STRIDE === 0) progress.reach(input.bytesRead);
  }
  progress.stop();
}
