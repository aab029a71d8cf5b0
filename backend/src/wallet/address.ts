import { z } from 'zod';
import { isWalletAddress } from '../shared/referral-link.js';

export const EXAMPLE_REFERRER = '8UviNr47S8eL6J3WfDxMRa3hvLta1VDJwNWqsDgtN3Cv';
export const EXAMPLE_RECRUIT = '4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS';

export const walletAddressSchema = z
  .string()
  .refine(isWalletAddress, 'must be a Solana wallet address: base58 of exactly 32 bytes')
  .meta({
    id: 'WalletAddress',
    // Looser than the check above, since no short pattern can check for 32 bytes.
    pattern: '^[1-9A-HJ-NP-Za-km-z]{32,44}$',
    description: 'A Solana wallet address, base58',
    example: EXAMPLE_REFERRER,
  });
