import { Injectable } from '@nestjs/common';
import { Registry } from 'prom-client';
import { FAILURES, Outcomes } from './outcomes.js';

/** What became of referrals: `claimed`, `proven`, `unchanged` or not recorded. */
@Injectable()
export class ReferralOutcomes extends Outcomes {
  constructor(registry: Registry) {
    super(registry, 'pyramidion_referrals_total', 'Referrals that were posted or signed', [
      'claimed',
      'proven',
      'unchanged',
      ...FAILURES,
    ]);
  }
}
