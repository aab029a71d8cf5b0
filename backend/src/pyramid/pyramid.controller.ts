import { Controller, Get, HttpStatus, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CompressedBody, QUICK_BROTLI, sendCompressed } from '../core/compressed-body.js';
import { ApiAnswer, ApiProblem } from '../http/docs.js';
import { LimitCalls } from '../http/rate-limit.guard.js';
import {
  pyramidQuerySchema,
  pyramidSchema,
  type Pyramid,
  type PyramidQuery,
} from './pyramid.schema.js';
import { PyramidService } from './pyramid.service.js';

@ApiTags('pyramid')
@Controller('api/pyramid')
export class PyramidController {
  constructor(private readonly pyramids: PyramidService) {}

  @ApiOperation({
    operationId: 'getPyramid',
    summary: 'List the pyramid below a wallet',
    description:
      'Lists the recruits of a wallet, their recruits and so on, level by level. At most 5,000 wallets are listed and at most 10,000 counted; `complete` is false if there are more. An unknown wallet has an empty pyramid.',
  })
  @Get()
  @LimitCalls('pyramid')
  @ApiAnswer(HttpStatus.OK, 'The pyramid below the wallet', pyramidSchema)
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
    const below: Pyramid = await this.pyramids.below(query);
    const pyramid = new CompressedBody(JSON.stringify(below), QUICK_BROTLI);
    reply.type('application/json; charset=utf-8');
    await sendCompressed(request, reply, pyramid);
  }
}
