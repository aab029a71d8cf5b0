import { count, listOf, objectOf, parseJson, text } from '@/lib/check';
import { browserStorage } from '@/lib/storage';

const STORAGE_KEY = 'pyramidion.receipts';

const MAX_RECEIPTS = 10;

/** Where to find a wallet's proof in the transparency log. */
export interface Receipt {
  readonly wallet: string;
  readonly logIndex: number;
  /** Missing if the receipt is from `claimReferral`, which signs nothing. */
  readonly signature?: string;
}

const receiptList = listOf(
  objectOf<Receipt>({ wallet: text, logIndex: count, signature: text }, 'signature'),
);

/** Returns the receipts that this browser has stored, the newest last. */
export function rememberedReceipts(): readonly Receipt[] {
  return receiptList(parseJson(browserStorage.read(STORAGE_KEY))) ?? [];
}

/** Stores a receipt in place of the wallet's earlier one. Keeps the newest ten. */
export function rememberReceipt(receipt: Receipt): void {
  const others = rememberedReceipts().filter(({ wallet }) => wallet !== receipt.wallet);
  const newest = [...others, receipt].slice(-MAX_RECEIPTS);
  browserStorage.write(STORAGE_KEY, JSON.stringify(newest));
}
