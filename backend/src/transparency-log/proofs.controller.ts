import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Controller, Get, HttpStatus, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientOf } from '../http/client.js';
import { ApiAnswer, ApiNotModified, ApiProblem } from '../http/docs.js';
import { isKnown } from '../http/etags.js';
import { LimitCalls } from '../http/rate-limit.guard.js';
import { RateLimiters, type ClientRateLimiter } from '../http/rate-limiter.js';
import { ENTRIES_PER_MINUTE } from '../http/rate-limits.js';
import { parseCheckpoint } from './checkpoint-file.js';
import { Checkpoints } from './checkpoints.js';
import { LogEntryRepository } from './log-entry.repository.js';
import {
  proofsLineSchema,
  proofsQuerySchema,
  type CheckpointLine,
  type ProofsQuery,
} from './log-entry.schema.js';
import { LogKey } from './log-key.js';

/** Entries per statement: few, since up to 5,000 open downloads hold pages in memory. */
const PAGE = 25;

@ApiTags('log')
@Controller('api/proofs')
export class ProofsController {
  private readonly downloaded: ClientRateLimiter;

  constructor(
    private readonly log: LogEntryRepository,
    private readonly checkpoints: Checkpoints,
    private readonly key: LogKey,
    limiters: RateLimiters,
  ) {
    this.downloaded = limiters.perMinute('entries of downloads', ENTRIES_PER_MINUTE);
  }

  @ApiOperation({
    operationId: 'downloadProofs',
    summary: 'Download the proofs, bans and revocations',
    description:
      'Returns the entries of the transparency log as JSON lines, oldest first: everything that adds or removes points for recruits. The last line is the signed checkpoint of the log up to there; a download without it is incomplete. Anyone can use them to check the leaderboard without trusting this server. To continue a download, pass the number of entries that you have as `after`, and append the answer.',
  })
  @Get()
  @LimitCalls('proofs')
  @ApiProduces('application/x-ndjson')
  @ApiAnswer(HttpStatus.OK, 'JSON lines; each line has this schema', proofsLineSchema)
  @ApiNotModified()
  @ApiProblem(HttpStatus.BAD_REQUEST, 'The parameter after is not a number of entries')
  @ApiProblem(HttpStatus.TOO_MANY_REQUESTS, 'Too many downloads from this address')
  @ApiProblem(HttpStatus.SERVICE_UNAVAILABLE, 'The log is not published now')
  async stream(
    @Query({ schema: proofsQuerySchema }) { after }: ProofsQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const note = await this.checkpoints.covering();
    const { name = '', size = 0 } = parseCheckpoint(note) ?? {};
    const line: CheckpointLine = { action: 'checkpoint', vkey: this.key.vkey(name), note };
    const end = `${JSON.stringify(line)}\n`;
    const etag = `"${size}-${createHash('sha256').update(end).digest('hex').slice(0, 16)}"`;
    reply.headers({ 'cache-control': 'public, no-cache', etag }).type('application/x-ndjson');
    const first = request.method === 'HEAD' || isKnown(request, etag) ? size : after;
    await this.downloaded.allow(
      clientOf(request),
      'Your address has downloaded too many entries',
      Math.max(1, size - first),
    );
    await reply.send(Readable.from(this.pages(first, size, end), { objectMode: false }));
  }

  private async *pages(first: number, size: number, end: string): AsyncGenerator<string, void> {
    for (let begin = first; begin < size; begin += PAGE) {
      const entries = await this.log.entries(begin, Math.min(size, begin + PAGE));
      yield entries.map((entry) => `${entry}\n`).join('');
    }
    yield end;
  }
}
