import { Body, Controller, HttpCode, HttpStatus, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientOf } from '../http/client.js';
import { ApiAnswer, ApiProblem } from '../http/docs.js';
import { LimitCalls } from '../http/rate-limit.guard.js';
import { rpcAnswerSchema, rpcBodySchema } from './json-rpc.js';
import { callsIn, RpcService } from './rpc.service.js';

@ApiTags('solana')
@Controller('api/rpc')
export class RpcController {
  constructor(private readonly rpc: RpcService) {}

  @ApiOperation({
    operationId: 'callSolana',
    summary: 'Ask the Solana node',
    description:
      'Solana JSON-RPC, as far as the pages need it: getBalance, and getTokenAccountsByOwner by the mint of this site, always with the commitment confirmed; other methods, mints and options are refused. A token account has `pubkey` and, in `account`, `executable`, `lamports`, `owner`, `rentEpoch` and of `data` the `program`, the `space` and the `amount` and `decimals` of `parsed.info.tokenAmount`; everything else that a node tells of it is left out. While no node answers, a result is the last one that was read in 12 hours, with `context.readAt`. A batch of up to 10 calls is answered, and counted, call by call. Results have at most 256 KiB, and those of a batch together; beyond that, an error -32050 is in their place. Integers in ids are at most 2^53 - 1.',
  })
  @Post()
  @HttpCode(HttpStatus.OK)
  @RouteConfig({ answersBadJson: true })
  @LimitCalls('node', callsIn)
  @ApiAnswer(HttpStatus.OK, 'A JSON-RPC answer; errors are answers, too', rpcAnswerSchema)
  @ApiResponse({ status: HttpStatus.NO_CONTENT, description: 'All calls were notifications' })
  @ApiProblem(HttpStatus.TOO_MANY_REQUESTS, 'Too many calls from this address')
  async answer(
    @Body({ schema: rpcBodySchema }) body: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const json = await this.rpc.answer(body, clientOf(request));
    if (json === null) await reply.status(HttpStatus.NO_CONTENT).send();
    else await reply.type('application/json; charset=utf-8').send(json);
  }
}
