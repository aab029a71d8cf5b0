import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { RPC_ERRORS } from '../../src/rpc/json-rpc.js';
import { postJson } from '../../test/support/api.js';
import { answerWith, startFakeNode } from '../../test/support/faults/fake-node.js';
import { NODE_FAULTS, SILENCE } from '../../test/support/faults/node-faults.js';
import { peakMemory } from '../../test/support/usage.js';
import { wallet } from '../../test/support/wallets.js';
import type { Effort, Outcome } from '../report.js';
import { tryServer, type Trial } from '../trial.js';

/** Number of concurrent requests for balances: as many as the server's maximum of concurrent calls to nodes. */
const QUESTIONS = 100;

const ACKNOWLEDGED = 40;

const MAX_GROWTH_MB = 400;

/** The server caches a failure for less than this time. */
const FAILURE_KEPT_MS = 500;

const DOWN = 'down';

const LAMPORTS = 7;
const HEALTHY = answerWith({ context: { slot: 1 }, value: LAMPORTS });

const answerSchema = z.object({
  result: z.object({ value: z.int() }).optional(),
  error: z.object({ code: z.int() }).optional(),
});

export async function failNode(effort: Effort): Promise<Outcome> {
  const faults = new Map(NODE_FAULTS);
  if (!effort.brief) faults.set('silence', SILENCE);
  const node = await startFakeNode();
  const environment = { SOLANA_RPC_URL: node.url, SOLANA_RPC_CALLS_PER_SECOND: '1000' };
  try {
    return await tryServer(
      effort,
      async (trial) => {
        await trial.writeMore(ACKNOWLEDGED);
        const before = await peakMemory(trial.server.pid);
        for (const [name, behaviour] of faults) {
          node.behave(behaviour);
          await expectFaults(trial, name);
          node.behave(HEALTHY);
          await expectRecovery(trial, name);
        }
        await node.close();
        await expectFaults(trial, DOWN);
        await node.reopen();
        await expectRecovery(trial, DOWN);
        const growth = (await peakMemory(trial.server.pid)) - before;
        if (growth > MAX_GROWTH_MB)
          trial.broken.push(`the memory of the server grew by ${growth} MB`);
        return { harmed: faults.size + 1, measured: { 'memory growth, MB': growth } };
      },
      { environment },
    );
  } finally {
    await node.close();
  }
}

async function expectFaults(trial: Trial, name: string): Promise<void> {
  const questions = Array.from({ length: QUESTIONS }, (_, index) =>
    ask(trial.server.url, `${name} ${index}`),
  );
  const [answers] = await Promise.all([Promise.all(questions), trial.writeMore(ACKNOWLEDGED)]);
  const strange = answers.find(({ error }) => error?.code !== RPC_ERRORS.upstream);
  if (strange) trial.broken.push(`${name}: ${JSON.stringify(strange)} for an answer`);
}

async function expectRecovery({ server, broken }: Trial, name: string): Promise<void> {
  await delay(FAILURE_KEPT_MS);
  const { result } = await ask(server.url, `${name} 0`);
  if (result?.value !== LAMPORTS) broken.push(`${name}: no balance after the fault ended`);
}

async function ask(url: string, name: string): Promise<z.infer<typeof answerSchema>> {
  const response = await postJson(`${url}/api/rpc`, {
    jsonrpc: '2.0',
    id: 1,
    method: 'getBalance',
    params: [wallet(name), { commitment: 'confirmed' }],
  });
  return answerSchema.parse(await response.json());
}
