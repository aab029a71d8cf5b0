import { HttpException, HttpStatus, Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Clock, dayOf } from '../core/clock.js';
import { allowancesOf, clientOf } from '../http/client.js';
import { SETTINGS, type Settings } from '../settings.js';

/** Addresses that are remembered at most, some 100 bytes each; beyond that, who came first is forgotten. */
const MAX_ADDRESSES = 200_000;

/** How much one address may claim in a UTC day. It is counted by each process alone. */
@Injectable()
export class ClaimCeiling {
  private day = '';
  private readonly claims = new Map<string, number>();

  constructor(
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Counts a claim of a client.
   * @throws HttpException (429) when its address, or the larger network that it is in, has claimed too much today
   */
  count(request: FastifyRequest): void {
    const today = dayOf(this.clock.now());
    if (today !== this.day) this.claims.clear();
    this.day = today;
    const { claimsPerAddress } = this.settings;
    for (const [network, limit] of allowancesOf(clientOf(request), claimsPerAddress)) {
      this.add(network, limit);
    }
  }

  private add(address: string, limit: number): void {
    const claims = (this.claims.get(address) ?? 0) + 1;
    if (claims > limit) {
      throw new HttpException(
        'Too many claims from your address today: sign in to prove who recruited you.',
        HttpStatus.TOO_MANY_REQUESTS,
      );
    }
    this.claims.set(address, claims);
    const [first] = this.claims.size > MAX_ADDRESSES ? this.claims.keys() : [];
    if (first !== undefined) this.claims.delete(first);
  }
}
