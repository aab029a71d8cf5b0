import type { Transaction as Web3Transaction } from '@solana/web3.js';
import type { LiteSVM } from 'litesvm';
import { isAddress } from './address.js';

type LedgerAddress = Parameters<LiteSVM['getBalance']>[0];
type Lamports = Parameters<LiteSVM['airdrop']>[1];
type SignedTransaction = Parameters<LiteSVM['sendTransaction']>[0];
interface Wire {
  readonly messageBytes: Uint8Array;
  readonly signatures: Record<string, Uint8Array | null>;
}

export function ledgerAddress(text: string): LedgerAddress {
  if (!isLedgerAddress(text)) throw new Error(`${text} is not a Solana address`);
  return text;
}

export function ledgerLamports(amount: bigint): Lamports {
  if (!isLamports(amount)) throw new Error(`${amount.toString()} lamports cannot be held`);
  return amount;
}

export function ledgerTransaction(transaction: Web3Transaction): SignedTransaction {
  const wire = {
    messageBytes: Uint8Array.from(transaction.serializeMessage()),
    signatures: Object.fromEntries(
      transaction.signatures.map(({ publicKey, signature }) => [
        publicKey.toBase58(),
        signature && Uint8Array.from(signature),
      ]),
    ),
  };
  if (!isSigned(wire)) throw new Error('the transaction is not fully signed');
  return wire;
}

function isLedgerAddress(text: string): text is LedgerAddress {
  return isAddress(text);
}

function isLamports(amount: bigint): amount is Lamports {
  return amount >= 0n;
}

function isSigned(wire: Wire): wire is Wire & SignedTransaction {
  return Object.values(wire.signatures).every((signature) => signature?.length === 64);
}
