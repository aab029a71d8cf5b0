import { ForbiddenException, Injectable } from '@nestjs/common';
import { Clock, dayOf } from '../core/clock.js';
import { Writer } from '../database/writer.js';
import { WalletRepository } from '../wallet/wallet.repository.js';
import { CheckInRepository } from './check-in.repository.js';

@Injectable()
export class CheckInService {
  constructor(
    private readonly writer: Writer,
    private readonly clock: Clock,
  ) {}

  /**
   * Checks a wallet in for today (UTC). `recorded` is false if the wallet had checked in already.
   * @throws ForbiddenException if the wallet is banned
   * @throws Unavailable like {@link Clock.rejectIfJumped} and {@link Writer.write}
   */
  async checkIn(wallet: string): Promise<{ readonly day: string; readonly recorded: boolean }> {
    this.clock.rejectIfJumped();
    const now = this.clock.now();
    const recorded = await this.writer.write(async (manager) => {
      if (await new WalletRepository(manager).isBanned(wallet)) {
        const sentence = 'The operator has banned this wallet: it cannot check in.';
        throw new ForbiddenException(sentence);
      }
      return (await new CheckInRepository(manager).checkIn([wallet], now)).length > 0;
    }, wallet);
    return { day: dayOf(now), recorded };
  }
}
