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
import { ApiCookieAuth, ApiNoContentResponse, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientOf } from '../http/client.js';
import { ApiAnswer, ApiProblem, ApiSection } from '../http/docs.js';
import { LimitCalls } from '../http/rate-limit.guard.js';
import type { SessionRow } from '../session/session.entity.js';
import { CurrentSession, WithSession } from '../session/session.guard.js';
import {
  checkInSchema,
  sessionSchema,
  type CheckedIn,
  type Session,
} from '../session/session.schema.js';
import { CheckInService } from '../points/check-in.service.js';
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

@ApiSection('session', 'Sign In With Solana, and daily check-ins')
@Controller('api/session')
export class SessionController {
  constructor(
    private readonly signIns: SignInService,
    private readonly sessions: SessionService,
    private readonly cookies: SessionCookies,
    private readonly checkIns: CheckInService,
  ) {}

  @ApiOperation({
    operationId: 'requestChallenge',
    summary: 'Request a sign-in challenge',
    description:
      'Returns the fields of the message for the wallet to sign. They are valid for one attempt within 5 minutes, in the browser that requested them. To prove a referral, pass the referrer.',
  })
  @Post('challenge')
  @Header('cache-control', 'no-store')
  @ApiAnswer(HttpStatus.CREATED, 'The input of Sign In With Solana', challengeSchema)
  @ApiProblem(HttpStatus.BAD_REQUEST, 'The referrer is not a wallet address')
  challenge(
    @Body({ schema: challengeRequestSchema }) { referrer }: ChallengeRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Challenge {
    const browser = this.cookies.bindBrowser(request, reply, CHALLENGE_LIFETIME_MS);
    return { input: this.signIns.challenge(browser, referrer ?? null) };
  }

  @ApiOperation({
    operationId: 'signIn',
    summary: 'Sign in',
    description:
      'Opens a session for the wallet that signed the challenge, and checks it in. If the challenge names a referrer, this also proves the referral, unless a rule rejects it: `credited` says so.',
  })
  @Post()
  @ApiCookieAuth('challenge')
  @Header('cache-control', 'no-store')
  @ApiAnswer(HttpStatus.CREATED, 'Signed in; the session is in the cookie', signInResponseSchema)
  @ApiProblem(HttpStatus.BAD_REQUEST, 'The body is malformed')
  @ApiProblem(
    HttpStatus.UNAUTHORIZED,
    'The challenge is unknown, expired or used, or its answer is wrong',
  )
  @ApiProblem(HttpStatus.FORBIDDEN, 'The operator has banned the wallet')
  @ApiProblem(
    HttpStatus.TOO_MANY_REQUESTS,
    'Too many wrong answers or new wallets from this address, or too many sign-ins of this wallet',
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
    operationId: 'getSession',
    summary: 'Get the session',
    description: 'Returns the signed-in wallet and the end of its session.',
  })
  @Get()
  @Header('cache-control', 'no-store')
  @WithSession()
  @ApiAnswer(
    HttpStatus.OK,
    'The session; both fields are null if nobody is signed in',
    sessionSchema,
  )
  show(@CurrentSession() session: SessionRow | null): Session {
    return { wallet: session?.wallet ?? null, expiresAt: session?.expiresAt ?? null };
  }

  @ApiOperation({
    operationId: 'checkIn',
    summary: 'Check in',
    description:
      'Checks the signed-in wallet in for the UTC day, for 100 points. Repeating it on the same day changes nothing.',
  })
  @Post('check-in')
  @LimitCalls('write')
  @WithSession('Nobody is signed in: sign in to check in.')
  @ApiAnswer(HttpStatus.CREATED, 'Checked in', checkInSchema)
  @ApiAnswer(HttpStatus.OK, 'The wallet had checked in on this day before', checkInSchema)
  @ApiProblem(HttpStatus.UNAUTHORIZED, 'Nobody is signed in')
  @ApiProblem(HttpStatus.FORBIDDEN, 'The operator has banned the wallet')
  @ApiProblem(HttpStatus.TOO_MANY_REQUESTS, 'Too many changes by this wallet')
  async checkIn(
    @CurrentSession() { wallet }: SessionRow,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CheckedIn> {
    const { day, recorded } = await this.checkIns.checkIn(wallet);
    reply.status(recorded ? HttpStatus.CREATED : HttpStatus.OK);
    return { wallet, day };
  }

  @ApiOperation({
    operationId: 'signOut',
    summary: 'Sign out',
    description: 'Ends the session of this browser.',
  })
  @Delete()
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiCookieAuth('session')
  @ApiNoContentResponse({ description: 'Signed out' })
  async signOut(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.sessions.end(this.cookies.read(request).token);
    this.cookies.dropSession(reply);
  }
}
