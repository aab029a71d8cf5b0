import { Module } from '@nestjs/common';
import { SessionCookies } from './session-cookies.js';
import { SessionService } from './session.service.js';

@Module({
  providers: [SessionService, SessionCookies],
  exports: [SessionService, SessionCookies],
})
export class SessionModule {}
