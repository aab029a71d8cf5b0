import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import bs58 from 'bs58';
import { SECRET } from '../core/secret-file.js';

const RANDOM_BYTES = 16;
/** The time in a nonce is in milliseconds, big-endian. */
const TIME_BYTES = 6;

const MAC_BYTES = 16;

/**
 * Issues nonces that contain random bytes, the time of issue, and a MAC of both and of the browser's secret. They need
 * no storage, so a challenge that nobody answers costs no write.
 */
@Injectable()
export class Nonces {
  constructor(@Inject(SECRET) private readonly secret: string) {}

  /**
   * Returns a nonce in base58: Sign In With Solana allows letters and digits only.
   * @param browser secret of the browser's cookie
   */
  issue(browser: string, now: Date): string {
    const time = Buffer.alloc(TIME_BYTES);
    time.writeUIntBE(now.getTime(), 0, TIME_BYTES);
    const start = Buffer.concat([randomBytes(RANDOM_BYTES), time]);
    return bs58.encode(Buffer.concat([start, this.macOf(start, browser)]));
  }

  /** Returns the time when a nonce was issued; null if it was not issued for this browser with the server's secret. */
  timeOf(nonce: string, browser: string): Date | null {
    const bytes = Buffer.from(bs58.decodeUnsafe(nonce) ?? []);
    if (bytes.length !== RANDOM_BYTES + TIME_BYTES + MAC_BYTES) return null;
    const start = bytes.subarray(0, RANDOM_BYTES + TIME_BYTES);
    const isOurs = timingSafeEqual(bytes.subarray(start.length), this.macOf(start, browser));
    return isOurs ? new Date(start.readUIntBE(RANDOM_BYTES, TIME_BYTES)) : null;
  }

  private macOf(start: Buffer, browser: string): Buffer {
    const text = `challenge ${start.toString('hex')} ${browser}`;
    return createHmac('sha256', this.secret).update(text).digest().subarray(0, MAC_BYTES);
  }
}
