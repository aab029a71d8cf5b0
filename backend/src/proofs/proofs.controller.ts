import { Readable } from 'node:stream';
import { Controller, Get, HttpStatus, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isNotModified } from '../core/compressed-body.js';
import { ApiAnswer, ApiNotModified, ApiProblem } from '../http/docs.js';
import { LimitCalls } from '../http/rate-limit.guard.js';
import { anyLineSchema, proofsQuerySchema, type ProofsQuery } from './proofs.schema.js';
import { ProofsService, type Download } from './proofs.service.js';

@ApiTags('proofs')
@Controller('api/proofs')
export class ProofsController {
  constructor(private readonly proofs: ProofsService) {}

  @ApiOperation({
    operationId: 'downloadProofs',
    summary: 'Download the proofs',
    description:
      'Returns all proofs as JSON lines, oldest first. Anyone can use them to check the leaderboard without trusting this server. The first line has the number of lines, which reveals an incomplete download, and the origins of this site. If the operator has banned a referrer or revoked a proof, the proof is replaced by a line with the reason, so that no number is missing. To resume a download, pass the number of its last line as `after`. If the part of the ETag after the dot has changed, download everything again: the operator has banned a referrer, revoked a proof, or undone one of these.',
  })
  @Get()
  @LimitCalls('proofs')
  @ApiProduces('application/x-ndjson')
  @ApiAnswer(HttpStatus.OK, 'A line', anyLineSchema)
  @ApiNotModified()
  @ApiProblem(HttpStatus.BAD_REQUEST, 'after is not a number')
  @ApiProblem(HttpStatus.TOO_MANY_REQUESTS, 'Too many downloads from this address')
  async stream(
    @Query({ schema: proofsQuerySchema }) { after }: ProofsQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const download = await this.proofs.download(after);
    const { etag } = download;
    reply.headers({ 'cache-control': 'public, no-cache', etag }).type('application/x-ndjson');
    if (isNotModified(request, etag)) {
      await reply.status(HttpStatus.NOT_MODIFIED).send();
      return;
    }
    if (request.method === 'HEAD') {
      // A stream, since the length of the download is unknown.
      await reply.send(Readable.from([]));
      return;
    }
    await reply.send(Readable.from(linesOf(download), { objectMode: false }));
  }
}

async function* linesOf({ head, pages }: Download): AsyncGenerator<string, void> {
  yield `${JSON.stringify(head)}\n`;
  for await (const page of pages) yield page.map((line) => `${JSON.stringify(line)}\n`).join('');
}
