import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { z } from 'zod';

/** An answer: its body, or a function that writes the response. */
type Answer = string | Buffer | ((response: ServerResponse) => void);

const sha256 = (...parts: (string | Buffer)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

/** Returns the root hash of a Merkle tree, computed by its definition in RFC 6962, section 2.1. */
function rootOf(entries: readonly string[]): Buffer {
  const [only] = entries;
  if (only === undefined) return sha256();
  if (entries.length === 1) return sha256('\0', only);
  const middle = 2 ** (Math.ceil(Math.log2(entries.length)) - 1);
  return sha256('\u0001', rootOf(entries.slice(0, middle)), rootOf(entries.slice(middle)));
}

/** Signs checkpoints of logs. */
export class Notary {
  private readonly keys = generateKeyPairSync('ed25519');

  /** @param name of the log */
  constructor(readonly name: string) {}

  get vkey(): string {
    return `${this.name}+${this.id.toString('hex')}+${this.typedKey.toString('base64')}`;
  }

  /** Returns the signed checkpoint of a log. */
  checkpoint(entries: readonly string[], size = entries.length): string {
    const text = `${this.name}\n${size}\n${rootOf(entries).toString('base64')}\n`;
    const signature = sign(null, Buffer.from(text), this.keys.privateKey);
    return `${text}\n— ${this.name} ${Buffer.concat([this.id, signature]).toString('base64')}\n`;
  }

  private get id(): Buffer {
    return sha256(`${this.name}\n`, this.typedKey).subarray(0, 4);
  }

  private get typedKey(): Buffer {
    const spki = this.keys.publicKey.export({ format: 'der', type: 'spki' });
    return Buffer.concat([Buffer.of(1), spki.subarray(-32)]);
  }
}

/** Returns an entry bundle: each entry is preceded by its length. */
export function bundleOf(entries: readonly string[]): Buffer {
  return Buffer.concat(
    entries.flatMap((entry) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(Buffer.byteLength(entry));
      return [length, Buffer.from(entry)];
    }),
  );
}

/** A site that serves a log. A test can replace the answers to some paths by lies. */
export class LogSite {
  entries: string[] = [];
  notary = new Notary('not named yet');
  /** Lies by path, which replace the true answers. */
  readonly lies = new Map<string, Answer>();
  readonly requested: string[] = [];
  private readonly server = createServer(({ url = '' }, response) => {
    this.requested.push(url);
    const answer = this.lies.get(url) ?? this.answer(url);
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
    const { port } = z.object({ port: z.number() }).parse(this.server.address());
    return `127.0.0.1:${port}`;
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
    if (path === '/.well-known/tlog-vkey') return `${this.notary.vkey}\n`;
    if (path === '/log/checkpoint') return this.notary.checkpoint(this.entries);
    const [, groups = '', width] =
      /^\/log\/tile\/entries\/([x/\d]+?)(?:\.p\/(\d+))?$/.exec(path) ?? [];
    const first = Number(groups.replaceAll(/[x/]/g, '')) * 256;
    const entries = this.entries.slice(first, first + Number(width ?? 256));
    if (groups === '' || entries.length < Number(width ?? 256)) return statusOf(404);
    return bundleOf(entries);
  }
}

/** Returns an answer with this status. */
export function statusOf(status: number, body = ''): Answer {
  return (response) => response.writeHead(status).end(body);
}
