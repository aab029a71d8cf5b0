import { Module } from '@nestjs/common';
import { SessionModule } from '../session/session.module.js';
import { ReferralController } from './referral.controller.js';
import { ReferralService } from './referral.service.js';

@Module({
  imports: [SessionModule],
  controllers: [ReferralController],
  providers: [ReferralService],
})
export class ReferralModule {}
