import { Body, Controller, Header, HttpCode, HttpStatus, Post, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { clientOf } from '../http/client.js';
import { ApiAnswer, ApiProblem, ApiSection } from '../http/docs.js';
import { LimitCalls } from '../http/rate-limit.guard.js';
import { rpcAnswerSchema, rpcBodySchema } from './json-rpc.js';
import { callsIn, RpcService } from './rpc.service.js';

@ApiSection('solana', 'Balances, read from a Solana node')
@Controller('api/rpc')
export class RpcController {
  constructor(private readonly rpc: RpcService) {}

  @ApiOperation({
    operationId: 'callSolana',
    summary: 'Call the Solana node',
    description:
      'Answers the calls of Solana’s JSON-RPC that the pages need: `getBalance`, and `getTokenAccountsByOwner` for the mint of this site with the encoding `jsonParsed`. Other methods, mints and options are rejected. You may pass a commitment, but `confirmed` is used in any case. A token account has the fields `pubkey`, `account.executable`, `account.lamports`, `account.owner`, `account.rentEpoch`, `account.data.program`, `account.data.space`, and `amount` and `decimals` in `account.data.parsed.info.tokenAmount`; all other fields are omitted. Numbers above 2^53, such as most values of `rentEpoch`, are rounded. If no node answers, the last result is returned for up to 12 hours, with its time in `context.readAt`. A batch has up to 10 calls, and each counts for the rate limit. The results of a request may have 256 KiB in total; error -32050 replaces larger results. An integer id is at most 2^53 - 1.',
  })
  @Post()
  @HttpCode(HttpStatus.OK)
  @Header('content-type', 'application/json; charset=utf-8')
  @RouteConfig({ answersBadJson: true })
  @LimitCalls('node', callsIn)
  @ApiAnswer(
    HttpStatus.OK,
    'A JSON-RPC answer; JSON-RPC errors have status 200 too',
    rpcAnswerSchema,
  )
  @ApiProblem(HttpStatus.TOO_MANY_REQUESTS, 'Too many calls from this address')
  answer(
    @Body({ schema: rpcBodySchema }) body: unknown,
    @Req() request: FastifyRequest,
  ): Promise<string> {
    return this.rpc.answer(body, clientOf(request));
  }
}
