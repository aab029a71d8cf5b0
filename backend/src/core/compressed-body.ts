import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const ENCODINGS = ['br', 'gzip', 'identity'] as const;

type Encoding = (typeof ENCODINGS)[number];

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export const QUICK_BROTLI = 6;

/**
 * A body in memory that is compressed on demand, once per encoding. `@fastify/compress` would compress it for each
 * response.
 */
export class CompressedBody {
  readonly hash: string;

  private readonly identity: Buffer;
  private readonly compressed = new Map<Encoding, Promise<Buffer>>();

  constructor(
    content: string | Buffer,
    private readonly brotliQuality: number = constants.BROTLI_MAX_QUALITY,
  ) {
    this.identity = Buffer.from(content);
    this.hash = createHash('sha256').update(this.identity).digest('base64url').slice(0, 22);
  }

  in(encoding: Encoding): Promise<Buffer> {
    const known = this.compressed.get(encoding);
    if (known !== undefined) return known;
    const body = this.compress(encoding);
    this.compressed.set(encoding, body);
    body.catch(() => this.compressed.delete(encoding));
    return body;
  }

  private async compress(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'identity') return this.identity;
    if (encoding === 'gzip') return compressGzip(this.identity);
    const params = { [constants.BROTLI_PARAM_QUALITY]: this.brotliQuality };
    return compressBrotli(this.identity, { params });
  }
}

/** Returns a body, already compressed as {@link sendCompressed} will send it to this client. */
export async function compressFor(
  { headers }: Pick<FastifyRequest, 'headers'>,
  content: string,
): Promise<CompressedBody> {
  const body = new CompressedBody(content, QUICK_BROTLI);
  await body.in(chooseEncoding(headers['accept-encoding']));
  return body;
}

/** Sends a body with an ETag, in the first of {@link ENCODINGS} that the client accepts by name, or uncompressed. */
export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  body: CompressedBody,
): Promise<FastifyReply> {
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  reply.headers({ etag: `"${body.hash}-${encoding}"`, vary: 'accept-encoding' });
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(await body.in(encoding));
}

function chooseEncoding(accepted: string | undefined): Encoding {
  const names = new Set(
    (accepted ?? '')
      .split(',')
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/i.test(part))
      .map((part) => part.split(';', 1).join().trim().toLowerCase()),
  );
  return ENCODINGS.find((encoding) => names.has(encoding)) ?? 'identity';
}
