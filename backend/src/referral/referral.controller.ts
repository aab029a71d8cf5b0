import { Body, Controller, HttpStatus, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ApiAnswer, ApiProblem } from '../http/api-answer.js';
import { LimitWrites } from '../http/limits.js';
import type { ReferralRequest, ReferralResponse } from './referral.schema.js';
import { referralRequestSchema, referralResponseSchema } from './referral.schema.js';
import { ReferralService } from './referral.service.js';

@ApiTags('referral')
@Controller('api/referral')
export class ReferralController {
  constructor(private readonly referrals: ReferralService) {}

  /** Records who recruited whom. Posting the same again changes nothing, so a lost answer can be retried. */
  @Post()
  @LimitWrites()
  @ApiAnswer(HttpStatus.CREATED, 'Recorded', referralResponseSchema)
  @ApiAnswer(HttpStatus.OK, 'It was already so', referralResponseSchema)
  @ApiProblem(HttpStatus.BAD_REQUEST, 'The body is malformed')
  @ApiProblem(HttpStatus.CONFLICT, 'The recruit has another referrer')
  @ApiProblem(HttpStatus.UNPROCESSABLE_ENTITY, 'Own link, or a loop')
  @ApiProblem(HttpStatus.TOO_MANY_REQUESTS, 'Too many changes from this address')
  async claim(
    @Body({ schema: referralRequestSchema }) request: ReferralRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ReferralResponse> {
    const { recorded, referral } = await this.referrals.claim(request);
    reply.status(recorded ? HttpStatus.CREATED : HttpStatus.OK);
    return referral;
  }
}
