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
      'Every proof that counts, oldest first, one JSON object a line: with them anyone can check the leaderboard without trusting this server. The first line says how many follow, so that a download that was cut off is told from a whole one, and under which origins this site has had proofs signed. A proof that the operator withholds, by a ban of its referrer or by revoking it, has a line with the reason in its place, so no number is missing. To resume, give the number of the last line you have; when what follows the dot in the ETag has changed, the operator has banned or revoked since, or taken that back, and only a new download has it all.',
  })
  @Get()
  @LimitCalls('proofs')
  @ApiProduces('application/x-ndjson')
  @ApiAnswer(HttpStatus.OK, 'A line', anyLineSchema)
  @ApiNotModified()
  @ApiProblem(HttpStatus.BAD_REQUEST, 'after is no number')
  @ApiProblem(HttpStatus.TOO_MANY_REQUESTS, 'Too many downloads by this address')
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
