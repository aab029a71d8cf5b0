import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OpsToken } from './secrets.js';
import { SessionCookies } from './session-cookies.js';
import { SessionRow } from './session.entity.js';
import { SessionService } from './session.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([SessionRow])],
  providers: [OpsToken, SessionService, SessionCookies],
  exports: [OpsToken, SessionService, SessionCookies],
})
export class SessionModule {}
