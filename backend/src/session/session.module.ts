import { Module } from '@nestjs/common';
import { ChallengeService } from './challenge.service.js';
import { SessionController } from './session.controller.js';
import { SessionCookies } from './session-cookies.js';
import { SessionService } from './session.service.js';
import { SignInService } from './sign-in.service.js';

@Module({
  controllers: [SessionController],
  providers: [ChallengeService, SignInService, SessionService, SessionCookies],
  exports: [SessionService, SessionCookies],
})
export class SessionModule {}
