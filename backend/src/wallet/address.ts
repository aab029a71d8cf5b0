import { z } from 'zod';
import { isWalletAddress } from '../shared/referral-link.js';

/** Wallets in the examples of the API's description; nobody is known to have their keys. */
export const EXAMPLE_REFERRER = '8UviNr47S8eL6J3WfDxMRa3hvLta1VDJwNWqsDgtN3Cv';
export const EXAMPLE_RECRUIT = '4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS';

/** A wallet address at the edge of the API, refused with a sentence that says what one is. */
export const walletAddressSchema = z
  .string()
  .refine(isWalletAddress, 'must be a Solana wallet address: base58 of exactly 32 bytes')
  .meta({
    id: 'WalletAddress',
    // The alphabet of base58. Whether the text stands for 32 bytes, no pattern can tell.
    pattern: '^[1-9A-HJ-NP-Za-km-z]{32,44}$',
    description: 'A Solana wallet address, base58',
    example: EXAMPLE_REFERRER,
  });
