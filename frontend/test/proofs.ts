import { generateKeyPairSync, sign } from 'node:crypto';
import type {
  ActionEntry,
  CheckpointLine,
  LogEntry,
  ProofEntry,
} from '@backend/transparency-log/log-entry.schema';
import bs58 from 'bs58';

export const ORIGIN = 'https://pyramidion.example';
export const REFERRER = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';

const KEY_BYTES = 32;

export type TestWallet = ReturnType<typeof createWallet>;

export function createWallet() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES);
  return {
    address: bs58.encode(key),
    sign: (text: string) => sign(null, Buffer.from(text), privateKey),
  };
}

interface SignInFields {
  readonly domain: string;
  readonly signer: string;
  readonly uri: string;
  readonly resource: string;
}

export function signInText({ domain, signer, uri, resource }: SignInFields): string {
  return `${domain} wants you to sign in with your Solana account:
${signer}

A parody. This moves nothing and costs nothing.

URI: ${uri}
Version: 1
Chain ID: mainnet
Nonce: 9f86d081884c7d659a2feaa0c55ad015
Issued At: 2026-11-21T08:00:00.000Z
Expiration Time: 2026-11-21T08:05:00.000Z
Resources:
- ${resource}`;
}

interface ProofParts extends Partial<SignInFields> {
  readonly referrer?: string;
}

export function proofBy(wallet: TestWallet, parts: ProofParts = {}): ProofEntry {
  const { referrer = REFERRER, ...fields } = parts;
  const message = signInText({
    domain: 'pyramidion.example',
    signer: wallet.address,
    uri: ORIGIN,
    resource: `${ORIGIN}/?ref=${referrer}`,
    ...fields,
  });
  return {
    action: 'prove',
    message,
    signature: wallet.sign(message).toString('base64'),
    recruit: wallet.address,
    referrer,
    at: '2026-11-21T08:01:00.000Z',
  };
}

export function actionOn(subject: string, action: ActionEntry['action']): ActionEntry {
  return { action, subject, why: 'the same person twice', at: '2026-11-22T08:00:00.000Z' };
}

export function downloadOf(
  entries: readonly (LogEntry | string)[],
  { vkey, note }: Omit<CheckpointLine, 'action'>,
): string {
  const end: CheckpointLine = { action: 'checkpoint', vkey, note };
  const lines = [...entries, end].map((line) =>
    typeof line === 'string' ? line : JSON.stringify(line),
  );
  return `${lines.join('\n')}\n`;
}
