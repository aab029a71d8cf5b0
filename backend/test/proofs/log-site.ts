import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { rootOf } from '../support/merkle-root.js';
import { portOf } from '../support/port-of.js';
import type { CheckpointLine } from '../../src/transparency-log/log-entry.schema.js';

type Answer = string | Buffer | ((response: ServerResponse) => void);

const sha256 = (...parts: (string | Buffer)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

/** Signs checkpoints of the log `name`. */
export class Notary {
  private readonly keys = generateKeyPairSync('ed25519');

  constructor(readonly name: string) {}

  get vkey(): string {
    return `${this.name}+${this.id.toString('hex')}+${this.typedKey.toString('base64')}`;
  }

  checkpoint(entries: readonly string[], size = entries.length): string {
    const text = `${this.name}\n${size}\n${rootOf(entries.map((entry) => sha256('\0', entry))).toString('base64')}\n`;
    const signature = sign(null, Buffer.from(text), this.keys.privateKey);
    return `${text}\n— ${this.name} ${Buffer.concat([this.id, signature]).toString('base64')}\n`;
  }

  /** Returns a download of the log: its entries, and the line of a checkpoint. */
  download(entries: readonly string[], note = this.checkpoint(entries)): string {
    const line: CheckpointLine = { action: 'checkpoint', vkey: this.vkey, note };
    return [...entries, JSON.stringify(line), ''].join('\n');
  }

  private get id(): Buffer {
    return sha256(`${this.name}\n`, this.typedKey).subarray(0, 4);
  }

  private get typedKey(): Buffer {
    const spki = this.keys.publicKey.export({ format: 'der', type: 'spki' });
    return Buffer.concat([Buffer.of(1), spki.subarray(-32)]);
  }
}

export class LogSite {
  entries: string[] = [];
  notary = new Notary('not named yet');
  /** If not null, the site's answer to every request. */
  lie: Answer | null = null;
  private readonly server = createServer(({ url = '' }, response) => {
    const answer = this.lie ?? this.answer(url);
    if (typeof answer === 'function') answer(response);
    else response.end(answer);
  });

  static async start(): Promise<LogSite> {
    const site = new LogSite();
    site.server.listen(0, '127.0.0.1');
    await once(site.server, 'listening');
    site.notary = new Notary(`${site.host}/log`);
    return site;
  }

  get host(): string {
    return `127.0.0.1:${portOf(this.server)}`;
  }

  get url(): string {
    return `http://${this.host}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private answer(path: string): Answer {
    return path === '/api/proofs' ? this.notary.download(this.entries) : statusOf(404);
  }
}

export function statusOf(status: number, body = ''): Answer {
  return (response) => response.writeHead(status).end(body);
}
