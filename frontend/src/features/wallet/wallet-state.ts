import { useWallet } from '@solana/wallet-adapter-react';
import { formatSol, UNKNOWN } from '@/lib/format';
import { useBalances, type Balances } from './use-balances';

/** State of the wallet that is connected to the page, if any (docs/product.md, Wallet). */
export interface WalletState {
  readonly connected: boolean;
  /** In base58; null without a wallet. */
  readonly address: string | null;
  /** In SOL; 0 until it is read, and if it cannot be read. */
  readonly balance: number;
  /** In $SHARES; 0 until it is read, and if it cannot be read. */
  readonly sharesBalance: number;
  readonly pumpBalance: 0;
}

export function walletOf(address: string | null, balances?: Balances): WalletState {
  return {
    connected: address !== null,
    address,
    balance: address === null ? 0 : (balances?.balance ?? 0),
    sharesBalance: address === null ? 0 : (balances?.sharesBalance ?? 0),
    pumpBalance: 0,
  };
}

export function useAddress(): string | null {
  return useWallet().publicKey?.toBase58() ?? null;
}

export function useWalletState() {
  const address = useAddress();
  const balances = useBalances(address);
  return { wallet: walletOf(address, balances.data), balances };
}

/** Returns the SOL balance to 4 decimals: 0 if it cannot be read, a dash while it first loads. */
export function solText(balances: Balances | undefined): string {
  return `${balances ? formatSol(balances.balance) : UNKNOWN} SOL`;
}
