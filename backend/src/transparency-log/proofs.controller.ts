import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Controller, Get, HttpStatus, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isNotModified } from '../core/compressed-body.js';
import { Reader } from '../database/reader.js';
import { ApiAnswer, ApiNotModified, ApiProblem } from '../http/docs.js';
import { LimitCalls } from '../http/rate-limit.guard.js';
import { readLogEntries, readLogSize } from './log-entries.js';
import { logEntrySchema, proofsQuerySchema, type ProofsQuery } from './log-entry.schema.js';

/** Entries per statement. Each download holds this many in memory. */
const PAGE = 500;

@ApiTags('log')
@Controller('api/proofs')
export class ProofsController {
  constructor(private readonly reader: Reader) {}

  @ApiOperation({
    operationId: 'downloadProofs',
    summary: 'Download the proofs, bans and revocations',
    description:
      'Returns the entries of the transparency log as JSON lines, oldest first: everything that makes or unmakes recruit points. Anyone can use them to check the leaderboard without trusting this server. To resume a download, pass the number of entries that you have as `after`.',
  })
  @Get()
  @LimitCalls('proofs')
  @ApiProduces('application/x-ndjson')
  @ApiAnswer(HttpStatus.OK, 'JSON lines; each line has this schema', logEntrySchema)
  @ApiNotModified()
  @ApiProblem(HttpStatus.BAD_REQUEST, 'The parameter after is not a number')
  @ApiProblem(HttpStatus.TOO_MANY_REQUESTS, 'Too many downloads from this address')
  async stream(
    @Query({ schema: proofsQuerySchema }) { after }: ProofsQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const size = await readLogSize(this.reader);
    const etag = await this.etagOf(size);
    reply.headers({ 'cache-control': 'public, no-cache', etag }).type('application/x-ndjson');
    if (isNotModified(request, etag)) {
      await reply.status(HttpStatus.NOT_MODIFIED).send();
      return;
    }
    // HEAD gets a stream, too, since the length of the download is unknown.
    const first = request.method === 'HEAD' ? size : after;
    await reply.send(Readable.from(this.pages(first, size), { objectMode: false }));
  }

  /** Hashes the last entry too, since a restored database may have the same number of entries, but another last one. */
  private async etagOf(size: number): Promise<string> {
    const [last = ''] = await readLogEntries(this.reader, size - 1, size);
    return `"${size}-${createHash('sha256').update(last).digest('hex').slice(0, 16)}"`;
  }

  private async *pages(first: number, size: number): AsyncGenerator<string, void> {
    for (let begin = first; begin < size; begin += PAGE) {
      const entries = await readLogEntries(this.reader, begin, Math.min(size, begin + PAGE));
      yield entries.map((entry) => `${entry}\n`).join('');
    }
  }
}
