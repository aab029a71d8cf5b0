import { Module } from '@nestjs/common';
import { MetricsModule } from '../metrics/metrics.module.js';
import { CheckInService } from '../points/check-in.service.js';
import { ReferralModule } from '../referral/referral.module.js';
import { SessionModule } from '../session/session.module.js';
import { ExpirySweep } from './expiry-sweep.js';
import { Nonces } from './nonces.js';
import { SessionController } from './session.controller.js';
import { SignInService } from './sign-in.service.js';

@Module({
  imports: [SessionModule, MetricsModule, ReferralModule],
  controllers: [SessionController],
  providers: [CheckInService, ExpirySweep, Nonces, SignInService],
})
export class SignInModule {}
