import { join } from 'node:path';
import {
  REPLACEMENTS,
  runInShell,
  type Replacement,
} from '../../test/support/faults/replacements.js';
import { runOps } from '../../test/support/run-ops.js';
import { withFolder } from '../../test/support/temporary-database.js';
import { wallet } from '../../test/support/wallets.js';
import { worseOf } from '../audit.js';
import { outcomeOf, SOUND, type Effort, type Outcome } from '../report.js';
import { Trial } from '../trial.js';
import { TOP } from '../workload.js';

/**
 * Maximum number of writes before the backup, and again before the replacement: enough for the server to checkpoint its
 * write-ahead log in some rounds.
 */
const MAX_BEFORE = 1_200;

const MAX_BEFORE_IN_BRIEF = 60;

const MAX_CLAIMS_AFTER = 100;

/** Step in the list of replacements, so that a few rounds cover different kinds of files. */
const STEP = 5;

const FATAL = /"level":"fatal".* was removed, replaced or overwritten/g;

/**
 * `lost` counts claims that the server acknowledged although they were sent after the replacement. If a replacement
 * should lose nothing ({@link Replacement.isKept}), `lost` also counts earlier writes that a restarted server lacks.
 */
export async function replaceFiles({ kills, seed, brief }: Effort): Promise<Outcome> {
  const maxBefore = brief ? MAX_BEFORE_IN_BRIEF : MAX_BEFORE;
  let [acknowledged, afterwards, findings] = [0, 0, SOUND];
  const broken: string[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const replacement = REPLACEMENTS[(kill * STEP) % REPLACEMENTS.length];
    if (replacement === undefined) break;
    await withFolder(async (folder) => {
      const databaseUrl = `sqlite:${join(folder, 'data/test.sqlite')}`;
      const trial = await Trial.on(folder, seed + kill, { databaseUrl });
      try {
        afterwards += await replaceUnderWriters(trial, replacement, maxBefore);
      } finally {
        await trial.server.stop('SIGKILL');
      }
      acknowledged += trial.receipts.order.length;
      findings = worseOf(findings, trial.findings);
      broken.push(...trial.broken.map((sentence) => `${replacement.command}: ${sentence}`));
    });
  }
  return outcomeOf({
    harmed: kills,
    acknowledged,
    ...findings,
    lost: findings.lost + afterwards,
    broken,
    measured: { 'acknowledged after a file was replaced': afterwards },
  });
}

async function replaceUnderWriters(
  trial: Trial,
  { command, isKept }: Replacement,
  maxBefore: number,
): Promise<number> {
  const { folder, databaseUrl, broken, random, server } = trial;
  await trial.writeMore(1 + Math.floor(random() * maxBefore));
  const backup = await runOps(databaseUrl, 'backup', join(folder, 'backup.sqlite'));
  if (backup.status !== 0) broken.push(`there is no backup: ${backup.stderr}`);
  let afterwards = 0;
  await trial.harmUnderWriters(1 + Math.floor(random() * maxBefore), async () => {
    runInShell(command, folder);
    while (afterwards < MAX_CLAIMS_AFTER && (await isAcknowledged(trial, afterwards)))
      afterwards += 1;
    const { status } = await server.ending;
    if (status !== 1) broken.push(`the server ended with ${String(status)}`);
  });
  const lines = server.log().match(FATAL)?.length ?? 0;
  if (lines !== 1) broken.push(`${lines} lines say that a file was replaced`);
  if (isKept) {
    await trial.restart();
    await trial.stop();
    await trial.audit();
  }
  return afterwards;
}

async function isAcknowledged({ workload, server }: Trial, number: number): Promise<boolean> {
  const sending = workload.claim(server.url, wallet(`late ${number}`), TOP);
  return sending.then(({ ok }) => ok).catch(() => false);
}
