import type { Endpoint } from '../core/endpoint.js';
import { TIMEOUT_MS } from './solana-node.js';

interface MintReport {
  /** Such as `6 decimals` for a mint; `no node answers` if no node can tell; otherwise the address. */
  readonly looked: string;
  /** A sentence if the address is not a mint; null if it is one, or if no node can tell. */
  readonly fault: string | null;
}

/**
 * Asks one node after the other, until one can tell whether an address is a mint of SPL Token or Token-2022. Solana's
 * packages are loaded on first use, since they take much memory.
 */
export async function examineMint(
  nodes: readonly Endpoint[],
  address: string,
): Promise<MintReport> {
  const { TokenAccountNotFoundError, TokenError } = await import('@solana/spl-token');
  for (const node of nodes) {
    try {
      const { decimals } = await readMint(node, address);
      return { looked: `${decimals} decimals`, fault: null };
    } catch (error) {
      // Any other error says nothing about the address.
      if (!(error instanceof TokenError)) continue;
      const flaw =
        error instanceof TokenAccountNotFoundError ? 'does not exist on chain' : 'is not a mint';
      return { looked: address, fault: `TOKEN_MINT ${address} ${flaw}` };
    }
  }
  return { looked: 'no node answers', fault: null };
}

export const MINT_REMEDY = 'set TOKEN_MINT to the address of the token’s mint on mainnet';

async function readMint(node: Endpoint, address: string) {
  const { Connection, PublicKey } = await import('@solana/web3.js');
  const { getMint, TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID, TokenInvalidAccountOwnerError } =
    await import('@solana/spl-token');
  const connection = new Connection(`https://${node.host}`, {
    commitment: 'confirmed',
    disableRetryOnRateLimit: true,
    // The endpoint adds the path and the credentials.
    fetch: (_address, { body } = {}) =>
      node.post(
        typeof body === 'string' ? body : '',
        { 'content-type': 'application/json' },
        AbortSignal.timeout(TIMEOUT_MS),
      ),
  });
  const mint = new PublicKey(address);
  try {
    return await getMint(connection, mint, undefined, TOKEN_PROGRAM_ID);
  } catch (error) {
    if (!(error instanceof TokenInvalidAccountOwnerError)) throw error;
    return getMint(connection, mint, undefined, TOKEN_2022_PROGRAM_ID);
  }
}
