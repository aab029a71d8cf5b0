import { Injectable } from '@nestjs/common';
import { Registry } from 'prom-client';
import { Outcomes } from './outcomes.js';

/** Where the answers to questions about the chain came from: `cache` or `node`, or that there was none: `fault`. */
@Injectable()
export class RpcOutcomes extends Outcomes {
  constructor(registry: Registry) {
    super(registry, 'pyramidion_rpc_total', 'Questions to the Solana node', [
      'cache',
      'node',
      'fault',
    ]);
  }
}
