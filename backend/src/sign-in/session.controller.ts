import {
  Body,
  Controller,
  Delete,
  Get,
  Header,
  HttpCode,
  HttpStatus,
  Post,
  Req,
  Res,
} from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientOf } from '../http/client.js';
import { ApiAnswer, ApiProblem } from '../http/docs.js';
import { LimitCalls } from '../http/rate-limit.guard.js';
import { sessionSchema, type Session } from '../session/session.schema.js';
import { SessionCookies } from '../session/session-cookies.js';
import {
  challengeRequestSchema,
  challengeSchema,
  signInRequestSchema,
  signInResponseSchema,
  type Challenge,
  type ChallengeRequest,
  type SignInRequest,
  type SignInResponse,
} from './sign-in.schema.js';
import { SessionService } from '../session/session.service.js';
import { CHALLENGE_LIFETIME_MS } from './sign-in-text.js';
import { SignInService } from './sign-in.service.js';

@ApiTags('session')
@Controller('api/session')
export class SessionController {
  constructor(
    private readonly signIns: SignInService,
    private readonly sessions: SessionService,
    private readonly cookies: SessionCookies,
  ) {}

  @ApiOperation({
    description:
      'What the wallet is to sign. It is good for one attempt, within 5 minutes, in the browser that asked. The referrer is who sent the visitor: the signature will prove it.',
  })
  @Post('challenge')
  @Header('cache-control', 'no-store')
  @LimitCalls('write')
  @ApiAnswer(HttpStatus.CREATED, 'The input of Sign In With Solana', challengeSchema)
  @ApiProblem(HttpStatus.BAD_REQUEST, 'The referrer is no wallet address')
  @ApiProblem(HttpStatus.TOO_MANY_REQUESTS, 'Too many challenges for this address')
  async challenge(
    @Body({ schema: challengeRequestSchema }) { referrer }: ChallengeRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Challenge> {
    const browser = this.cookies.bindBrowser(request, reply, CHALLENGE_LIFETIME_MS);
    return { input: await this.signIns.challenge(browser, referrer ?? null) };
  }

  @ApiOperation({
    description:
      'Opens a session for the wallet that signed the challenge, and proves the referral in it, if there is one.',
  })
  @Post()
  @Header('cache-control', 'no-store')
  @LimitCalls('write')
  @ApiAnswer(HttpStatus.CREATED, 'Signed in; the cookie holds the session', signInResponseSchema)
  @ApiProblem(HttpStatus.BAD_REQUEST, 'The body is malformed')
  @ApiProblem(HttpStatus.UNAUTHORIZED, 'The answer to the challenge is wrong, or too late')
  @ApiProblem(HttpStatus.FORBIDDEN, 'The operator has banned the wallet')
  @ApiProblem(
    HttpStatus.TOO_MANY_REQUESTS,
    'Too many attempts, or new wallets today, from this address',
  )
  async signIn(
    @Body({ schema: signInRequestSchema }) body: SignInRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignInResponse> {
    const { token, response } = await this.signIns.signIn(
      body,
      this.cookies.read(request),
      clientOf(request),
    );
    this.cookies.keepSession(reply, token, response.expiresAt);
    return response;
  }

  @ApiOperation({
    description: 'Who is signed in. The first visit of a UTC day is worth 100 points.',
  })
  @Get()
  @Header('cache-control', 'no-store')
  @ApiAnswer(HttpStatus.OK, 'Who is signed in; both are null when nobody is', sessionSchema)
  show(@Req() request: FastifyRequest): Promise<Session> {
    return this.sessions.visit(this.cookies.read(request).token);
  }

  @ApiOperation({ description: 'Signs out.' })
  @Delete()
  @HttpCode(HttpStatus.NO_CONTENT)
  async signOut(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.sessions.end(this.cookies.read(request).token);
    this.cookies.dropSession(reply);
  }
}
