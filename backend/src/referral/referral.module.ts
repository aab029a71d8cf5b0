import { Module } from '@nestjs/common';
import { MetricsModule } from '../metrics/metrics.module.js';
import { SessionModule } from '../session/session.module.js';
import { WalletRepository } from '../wallet/wallet.repository.js';
import { ClaimSweep } from './claim-sweep.js';
import { ClaimTerm } from './claim-term.js';
import { NewWalletLimit } from './new-wallet-limit.js';
import { ReferralController } from './referral.controller.js';
import { ReferralService } from './referral.service.js';

@Module({
  imports: [SessionModule, MetricsModule],
  controllers: [ReferralController],
  providers: [ReferralService, NewWalletLimit, ClaimTerm, ClaimSweep, WalletRepository],
  exports: [NewWalletLimit, ClaimTerm],
})
export class ReferralModule {}
