import { Body, Controller, HttpCode, HttpStatus, Post, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { clientOf } from '../http/client.js';
import { ApiAnswer, ApiProblem } from '../http/docs.js';
import { LimitCalls } from '../http/rate-limit.guard.js';
import { rpcBodySchema, rpcResponseSchema, type RpcResponse } from './json-rpc.js';
import { callsIn, RpcService } from './rpc.service.js';

@ApiTags('solana')
@Controller('api/rpc')
export class RpcController {
  constructor(private readonly rpc: RpcService) {}

  @ApiOperation({
    description:
      'Solana JSON-RPC, as far as the pages need it: getBalance and getTokenAccountsByOwner by mint, always with the commitment confirmed. While no node answers, a result is the last one that was read in 12 hours, with `context.readAt`. A batch of up to 10 calls is answered, and counted, call by call.',
  })
  @Post()
  @HttpCode(HttpStatus.OK)
  @RouteConfig({ answersBadJson: true })
  @LimitCalls('node', callsIn)
  @ApiAnswer(HttpStatus.OK, 'A JSON-RPC answer; errors are answers, too', rpcResponseSchema)
  @ApiProblem(HttpStatus.TOO_MANY_REQUESTS, 'Too many calls from this address')
  answer(
    @Body({ schema: rpcBodySchema }) body: unknown,
    @Req() request: FastifyRequest,
  ): Promise<RpcResponse | RpcResponse[]> {
    return this.rpc.answer(body, clientOf(request));
  }
}
