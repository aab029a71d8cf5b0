import { Module } from '@nestjs/common';
import { WalletRepository } from '../wallet/wallet.repository.js';
import { OpsToken } from './secrets.js';
import { SessionCookies } from './session-cookies.js';
import { SessionRepository } from './session.repository.js';
import { SessionService } from './session.service.js';

@Module({
  providers: [OpsToken, SessionCookies, SessionRepository, SessionService, WalletRepository],
  exports: [OpsToken, SessionCookies, SessionService],
})
export class SessionModule {}
