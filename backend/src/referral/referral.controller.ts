import {
  Body,
  Controller,
  Delete,
  HttpCode,
  HttpStatus,
  Post,
  Query,
  Req,
  Res,
  UnauthorizedException,
} from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientOf } from '../http/client.js';
import { ApiAnswer, ApiProblem, ApiSection } from '../http/docs.js';
import { LimitCalls } from '../http/rate-limit.guard.js';
import type { SessionRow } from '../session/session.entity.js';
import { CurrentSession, WithSession } from '../session/session.guard.js';
import {
  declineQuerySchema,
  referralRequestSchema,
  referralResponseSchema,
  type DeclineQuery,
  type ReferralRequest,
  type ReferralResponse,
} from './referral.schema.js';
import { ReferralService } from './referral.service.js';

const NOT_SIGNED_IN =
  "The recruit is not signed in: sign in with the recruit's wallet to decline a claim.";

@ApiSection('referral', "Claims and proofs of referrals, and a wallet's stats")
@Controller('api/referral')
export class ReferralController {
  constructor(private readonly referrals: ReferralService) {}

  @ApiOperation({
    operationId: 'recordReferral',
    summary: 'Record a referral',
    description:
      'Records that one wallet recruited another. The referral is proven if the recruit is signed in by a message that names the referrer and is less than 5 minutes old. Otherwise it is a claim. You can safely retry: repeating a request changes nothing.',
  })
  @Post()
  @LimitCalls('write')
  @WithSession()
  @ApiAnswer(HttpStatus.CREATED, 'Recorded', referralResponseSchema)
  @ApiAnswer(HttpStatus.OK, 'The referral was recorded before', referralResponseSchema)
  @ApiProblem(HttpStatus.BAD_REQUEST, 'The body is malformed')
  @ApiProblem(
    HttpStatus.CONFLICT,
    'The recruit has another referrer, its referral was revoked, or it declined a claim',
  )
  @ApiProblem(HttpStatus.UNPROCESSABLE_ENTITY, 'Own link, a cycle, or a banned referrer')
  @ApiProblem(
    HttpStatus.TOO_MANY_REQUESTS,
    'Too many changes, or new wallets today, from this address',
  )
  async record(
    @Body({ schema: referralRequestSchema })
    { referrerId: referrer, recruitId: recruit }: ReferralRequest,
    @CurrentSession() session: SessionRow | null,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ReferralResponse> {
    const { recorded, status, logIndex } = await this.referrals.record(
      { referrer, recruit },
      session,
      clientOf(request),
    );
    reply.status(recorded ? HttpStatus.CREATED : HttpStatus.OK);
    return { status, referrer, recruit, ...(logIndex !== undefined && { logIndex }) };
  }

  @ApiOperation({
    operationId: 'declineClaim',
    summary: 'Decline a claim',
    description:
      'Declines the claim on the signed-in wallet, and all later claims: from then on, only the wallet’s own signature can name a referrer. Without a claim, nothing changes, so you can safely retry. If you pass `recruit`, the answer is 401 if another wallet has signed in meanwhile.',
  })
  @Delete()
  @HttpCode(HttpStatus.NO_CONTENT)
  @LimitCalls('write')
  @WithSession(NOT_SIGNED_IN)
  @ApiNoContentResponse({ description: 'The wallet has no claim now' })
  @ApiProblem(HttpStatus.BAD_REQUEST, 'The recruit is not a wallet address')
  @ApiProblem(HttpStatus.UNAUTHORIZED, 'The recruit is not signed in')
  @ApiProblem(HttpStatus.CONFLICT, 'The referral is proven, which is final')
  @ApiProblem(HttpStatus.TOO_MANY_REQUESTS, 'Too many changes by this wallet')
  async decline(
    @Query({ schema: declineQuerySchema }) { recruit }: DeclineQuery,
    @CurrentSession() { wallet }: SessionRow,
  ): Promise<void> {
    if ((recruit ?? wallet) !== wallet) throw new UnauthorizedException(NOT_SIGNED_IN);
    await this.referrals.decline(wallet);
  }
}
