import { Controller, Get, HttpStatus, Query, Req, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { compressFor, sendCompressed } from '../core/compressed-body.js';
import { ApiAnswer, ApiNotModified, ApiProblem, ApiSection } from '../http/docs.js';
import { CostlyReads } from '../http/costly-reads.js';
import { LimitCalls } from '../http/rate-limit.guard.js';
import {
  pyramidQuerySchema,
  pyramidSchema,
  type Pyramid,
  type PyramidQuery,
} from './pyramid.schema.js';
import { costOf, PyramidService } from './pyramid.service.js';

@ApiSection('pyramid', 'Who recruited whom')
@Controller('api/pyramid')
export class PyramidController {
  constructor(
    private readonly pyramids: PyramidService,
    private readonly costly: CostlyReads,
  ) {}

  @ApiOperation({
    operationId: 'getPyramid',
    summary: 'List the pyramid below a wallet',
    description:
      'Lists the recruits of a wallet, their recruits and so on, level by level. At most 5,000 wallets are listed. `levels` also counts the wallets beyond these, up to 100,000; such counts may be a minute old. Every level but the last is counted in full. `complete` is false if there are more wallets or more levels. An unknown wallet has an empty pyramid.',
  })
  @Get()
  @LimitCalls('pyramid')
  @ApiAnswer(HttpStatus.OK, 'The pyramid below the wallet', pyramidSchema)
  @ApiNotModified()
  @ApiProblem(
    HttpStatus.BAD_REQUEST,
    'The wallet is missing, or the wallet or the depth is malformed',
  )
  @ApiProblem(HttpStatus.TOO_MANY_REQUESTS, 'Too many pyramids requested by this address')
  async below(
    @Query({ schema: pyramidQuerySchema }) query: PyramidQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { body } = await this.costly.run(
      request,
      async () => {
        const below: Pyramid = await this.pyramids.below(query);
        return { below, body: await compressFor(request, JSON.stringify(below)) };
      },
      ({ below }) => costOf(below),
    );
    await sendCompressed(request, reply.type('application/json; charset=utf-8'), body);
  }
}
