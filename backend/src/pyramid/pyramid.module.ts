import { Module } from '@nestjs/common';
import { ReferralModule } from '../referral/referral.module.js';
import { PyramidController } from './pyramid.controller.js';
import { PyramidRepository } from './pyramid.repository.js';
import { PyramidService } from './pyramid.service.js';

@Module({
  imports: [ReferralModule],
  controllers: [PyramidController],
  providers: [PyramidRepository, PyramidService],
  exports: [PyramidService],
})
export class PyramidModule {}
