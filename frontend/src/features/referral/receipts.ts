import { count, listOf, objectOf, parseJson, text } from '@/lib/check';
import { browserStorage } from '@/lib/storage';

const STORAGE_KEY = 'pyramidion.receipts';

/** The newest are kept: each costs a check of the log a request. */
const MAX_RECEIPTS = 10;

/** Where the transparency log has the proof of a wallet. */
export interface Receipt {
  readonly wallet: string;
  readonly logIndex: number;
  /** The wallet's signature, if this browser has seen it. */
  readonly signature?: string;
}

const receiptList = listOf(
  objectOf<Receipt, 'wallet' | 'logIndex'>({ wallet: text, logIndex: count }, { signature: text }),
);

/** Receipts of the wallets that were proven in this browser. */
export function rememberedReceipts(): readonly Receipt[] {
  return receiptList(parseJson(browserStorage.read(STORAGE_KEY))) ?? [];
}

/** Remembers a receipt until the visitor clears the browser's storage. */
export function rememberReceipt(receipt: Receipt): void {
  const others = rememberedReceipts().filter(({ wallet }) => wallet !== receipt.wallet);
  const newest = [...others, receipt].slice(-MAX_RECEIPTS);
  browserStorage.write(STORAGE_KEY, JSON.stringify(newest));
}
