import { renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { select } from '../../src/database/reader.js';
import { claim } from '../../test/support/api.js';
import { newSigner } from '../../test/support/signer.js';
import { openShell } from '../../test/support/shell.js';
import { withFolder } from '../../test/support/temporary-database.js';
import { Visitor } from '../../test/support/visitor.js';
import { wallet } from '../../test/support/wallets.js';
import type { Effort, Outcome } from '../report.js';
import { tenthOf, tryServer, type Trial } from '../trial.js';
import { TOP } from '../workload.js';

const CLAIMS = 40;

const DAY_MS = 86_400_000;

/** Errors of the clock in ms: ahead by more than CLAIM_DAYS, and two weeks behind. */
const ERRORS = [40 * DAY_MS, -14 * DAY_MS];

const countRow = z.object({ count: z.coerce.number() });

class WrongClock {
  private readonly file: string;

  constructor(folder: string) {
    this.file = join(folder, 'clock');
    this.set(0);
  }

  get environment(): NodeJS.ProcessEnv {
    const preload = pathToFileURL(resolve('backend/torture/jumping-clock.js')).href;
    return { CLOCK_FILE: this.file, NODE_OPTIONS: `--import ${preload}` };
  }

  /** @param error in milliseconds */
  set(error: number): void {
    writeFileSync(`${this.file}.new`, String(error));
    renameSync(`${this.file}.new`, this.file);
  }
}

export async function setClockWrong(effort: Effort): Promise<Outcome> {
  const rounds = tenthOf(effort);
  return withFolder(async (folder) => {
    const clock = new WrongClock(folder);
    return tryServer(
      effort,
      async (trial) => {
        await trial.writeMore(CLAIMS);
        const visitor = new Visitor(trial.server.url);
        await signIn(trial, visitor);
        for (let round = 0; round < rounds; round += 1) {
          const error = ERRORS[round % ERRORS.length] ?? 0;
          const before = await countClaims(trial);
          clock.set(error);
          await expectNothingFinal(trial, round);
          clock.set(0);
          await trial.stop();
          clock.set(error);
          await trial.restart();
          // While the server records this claim, it has time to end expired claims.
          await trial.workload.claim(trial.server.url, wallet(`late ${round}`), TOP);
          clock.set(0);
          if (!(await signIn(trial)))
            trial.broken.push('nobody can sign in after the clock was set right');
          const { wallet: known } = await visitor.copy(trial.server.url).session();
          if (known === null) trial.broken.push('a session ended');
          const ended = before + 1 - (await countClaims(trial));
          if (ended > 0) trial.broken.push(`${ended} claims ended while the clock was wrong`);
        }
        return { harmed: 2 * rounds };
      },
      { folder, environment: clock.environment },
    );
  });
}

async function expectNothingFinal(trial: Trial, round: number): Promise<void> {
  const { server, receipts, broken } = trial;
  if (await signIn(trial)) broken.push('a proof was recorded with a wrong time');
  const claimed = receipts.order.find(({ status }) => status === 'claimed');
  const recruit = claimed?.recruit ?? '';
  const other = await claim(server.url, wallet(`other ${round}`), recruit);
  if (other.status === 201) broken.push('a claim was replaced');
}

async function signIn(
  { server, receipts }: Trial,
  visitor = new Visitor(server.url),
): Promise<boolean> {
  const signer = newSigner();
  receipts.send(signer.address, 'proven', TOP);
  const { ok } = await visitor.answer(signer, TOP);
  if (ok) receipts.acknowledge(signer.address, 'proven');
  return ok;
}

async function countClaims({ databaseUrl }: Trial): Promise<number> {
  const shell = await openShell(databaseUrl);
  const sql = "SELECT count(*) AS count FROM referral WHERE status = 'claimed'";
  const [row] = await select(shell, countRow, sql);
  await shell.destroy();
  return row?.count ?? 0;
}
