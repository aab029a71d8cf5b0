import { once } from 'node:events';
import { z } from 'zod';
import { startDemo, type Demo } from './demo.js';

const environmentSchema = z.object({
  PORT: z.coerce.number('must be a port from 1 to 65535').int().min(1).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
});

function instructions({ origin, referralLink }: Demo): string {
  return `
The Pyramidion demo is serving on ${origin}

  1. Open ${origin} in a browser without Phantom: the demo has its own wallet.
  2. Click "Connect Phantom Wallet" and approve in the dialog of the local demo wallet.
  3. To try out referrals, open this referral link instead:
     ${referralLink}

The chain, the wallet and 300 other wallets are made up and live only while this runs. Ctrl-C stops everything.
`;
}

async function main(): Promise<void> {
  const { PORT: port, HOST: host } = environmentSchema.parse(process.env);
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopped.abort());
  const demo = await startDemo({ host, port, root: process.cwd() }).catch((error: unknown) => {
    // Ctrl-C also stops the server that the demo is waiting for.
    if (!stopped.signal.aborted) throw error;
    return null;
  });
  if (demo === null) return;
  if (!stopped.signal.aborted) {
    process.stdout.write(instructions(demo));
    await once(stopped.signal, 'abort');
  }
  await demo.stop();
}

function explain(error: unknown): string {
  if (error instanceof z.ZodError) {
    return error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ');
  }
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return 'PORT is in use: stop the program that uses it, or set PORT to another port';
  }
  return error instanceof Error ? error.message : String(error);
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
});
