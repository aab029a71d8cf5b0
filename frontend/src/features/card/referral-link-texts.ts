import type { LinkTexts } from '@backend/site/page';
import { shortenAddress } from '@/lib/format';

/** What a messenger shows of a wallet's referral link. */
export function referralLinkTexts(wallet: string): LinkTexts {
  return {
    title: `${shortenAddress(wallet)} would like to recruit you (parody)`,
    description:
      'A pyramid scheme that admits it. It never asks for money, a transaction or a seed phrase, so you can only lose your friends.',
  };
}
