import { Module } from '@nestjs/common';
import { WalletRepository } from '../wallet/wallet.repository.js';
import { SessionCookies } from './session-cookies.js';
import { SessionRepository } from './session.repository.js';
import { SessionService } from './session.service.js';

@Module({
  providers: [SessionCookies, SessionRepository, SessionService, WalletRepository],
  exports: [SessionCookies, SessionService],
})
export class SessionModule {}
