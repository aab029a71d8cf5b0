import { Injectable } from '@nestjs/common';
import { Registry } from 'prom-client';
import { FAILURES, Outcomes } from './outcomes.js';

/** What became of attempts to sign in: `opened`, or no session. */
@Injectable()
export class SignInOutcomes extends Outcomes {
  constructor(registry: Registry) {
    super(registry, 'pyramidion_sign_ins_total', 'Attempts to sign in', ['opened', ...FAILURES]);
  }
}
