import { createPublicKey, verify } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { LOG, type Log } from '../core/log.js';
import type { MerkleTree } from '../shared/merkle-tree.js';
import { SETTINGS, type Settings } from '../settings.js';
import { keyId, type Witness } from './vkey.js';

const TIMEOUT_MS = 3_000;

/** Milliseconds for which a failed witness is not asked again. */
const REST_MS = 60_000;

/** Maximum length of an answer, in characters. A line with a cosignature has fewer than 300. */
const MAX_ANSWER = 4_096;

/** An Ed25519 key in SPKI without its last 32 bytes (RFC 8410). */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

const ID_BYTES = 4;
const TIME_BYTES = 8;

interface WitnessState extends Witness {
  /** The name of the log and the size of the tree that the witness signed last. */
  signed: { readonly name: string; readonly size: number };
  restsUntil: number;
}

/** Asks the witnesses of `LOG_WITNESSES` to cosign checkpoints (C2SP tlog-witness). */
@Injectable()
export class Witnesses {
  private readonly witnesses: readonly WitnessState[];

  constructor(
    @Inject(SETTINGS) { logWitnesses }: Pick<Settings, 'logWitnesses'>,
    @Inject(LOG) private readonly log: Log,
  ) {
    this.witnesses = logWitnesses.map((witness) => ({
      ...witness,
      signed: { name: '', size: 0 },
      restsUntil: 0,
    }));
  }

  /**
   * Returns the sizes of the trees that the witnesses signed last. {@link cosign} needs consistency proofs from them.
   */
  sizes(name: string): number[] {
    return this.witnesses.map(({ signed }) => (signed.name === name ? signed.size : 0));
  }

  /**
   * Asks each witness to cosign a checkpoint. Returns the lines of the cosignatures.
   * @param note the signed checkpoint
   * @param tree the tree of the checkpoint
   */
  async cosign(name: string, size: number, note: string, tree: MerkleTree): Promise<string> {
    const lines = this.witnesses.map(async (witness) => {
      if (performance.now() < witness.restsUntil) return '';
      try {
        const old = witness.signed.name === name ? witness.signed.size : 0;
        const line = await ask(witness, old, note, await tree.consistencyProof(old));
        witness.signed = { name, size };
        return line;
      } catch (error) {
        if (error instanceof KnowsSize && error.size <= size) {
          witness.signed = { name, size: error.size };
        } else witness.restsUntil = performance.now() + REST_MS;
        this.log.warn(
          { witness: witness.name, error: String(error) },
          'a witness did not cosign the transparency log',
        );
        return '';
      }
    });
    return (await Promise.all(lines)).join('');
  }
}

/** The witness has cosigned a tree of another size. The next request continues from that size. */
class KnowsSize extends Error {
  constructor(readonly size: number) {
    super(`the witness knows ${size} entries`);
  }
}

async function ask(
  witness: Witness,
  old: number,
  note: string,
  proof: readonly Uint8Array[],
): Promise<string> {
  const hashes = proof.map((hash) => `${Buffer.from(hash).toString('base64')}\n`).join('');
  const response = await fetch(new URL('add-checkpoint', `${witness.url}/`), {
    method: 'POST',
    body: `old ${old}\n${hashes}\n${note}`,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const answer = (await response.text()).slice(0, MAX_ANSWER);
  if (response.status === 409 && /^\d{1,15}\n?$/.test(answer)) throw new KnowsSize(Number(answer));
  if (!response.ok) throw new Error(`status ${response.status}: ${answer.slice(0, 200)}`);
  const [text = ''] = note.split('\n\n', 1);
  const line = answer.split('\n').find((each) => isCosignature(witness, `${text}\n`, each));
  if (line === undefined) throw new Error('its answer has no valid cosignature of its key');
  return `${line}\n`;
}

/** True if `line` is the witness's cosignature (C2SP tlog-cosignature) of the checkpoint with this text. */
function isCosignature({ name, typedKey }: Witness, text: string, line: string): boolean {
  const prefix = `— ${name} `;
  if (!line.startsWith(prefix)) return false;
  const bytes = Buffer.from(line.slice(prefix.length), 'base64');
  if (!bytes.subarray(0, ID_BYTES).equals(keyId(name, typedKey))) return false;
  const time = bytes.subarray(ID_BYTES, ID_BYTES + TIME_BYTES);
  if (time.length < TIME_BYTES) return false;
  const signed = Buffer.from(`cosignature/v1\ntime ${time.readBigUInt64BE()}\n${text}`);
  const spki = Buffer.concat([SPKI_PREFIX, typedKey.subarray(1)]);
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  return verify(null, signed, key, bytes.subarray(ID_BYTES + TIME_BYTES));
}
