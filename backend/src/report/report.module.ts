import { Module } from '@nestjs/common';
import { ReferralModule } from '../referral/referral.module.js';
import { ReportController } from './report.controller.js';
import { ReportRepository } from './report.repository.js';
import { ReportService } from './report.service.js';

@Module({
  imports: [ReferralModule],
  controllers: [ReportController],
  providers: [ReportRepository, ReportService],
  exports: [ReportService],
})
export class ReportModule {}
