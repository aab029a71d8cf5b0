import type { WalletKey } from './keys.js';
import type { WebViewFault } from './webview-faults.js';

export type PhantomRequest = 'connect' | 'signIn' | 'signMessage';

/**
 * What the visitor does with Phantom's prompt; `hang` leaves it open until {@link PhantomControl.settle}. The others are
 * Phantom's own, without a prompt: it breaks, or has the site on its list.
 */
export type PhantomAnswer = 'approve' | 'reject' | 'hang' | 'break' | 'block';

/** How the stand-in starts on each page load. */
export interface PhantomOptions {
  /** `standard` registers as a Wallet Standard wallet, and injects itself beside it, as the real one does; `old` only injects itself. */
  readonly kind: 'standard' | 'old';
  readonly keys: readonly WalletKey[];
  readonly answer: PhantomAnswer;
  /** How long a prompt stays open before it is answered, in milliseconds. */
  readonly delayMs: number;
  /**
   * The code with which an account that cannot sign fails every time, after a prompt, as a Ledger behind Phantom does. It
   * still connects.
   */
  readonly cannotSign?: number | 'no code';
  /** Whether `window.isPhantomInstalled` is set, which the old builds do not do. */
  readonly installedFlag: boolean;
  /** What Phantom's browser lacks. */
  readonly faults?: readonly WebViewFault[];
}

/** What a test can see of the stand-in and order it to do, as `window.phantomControl`. */
export interface PhantomControl {
  answer: PhantomAnswer;
  delayMs: number;
  /** Decides on a prompt. By default it follows {@link answer}; a demo asks its visitor. */
  decide: (request: PhantomRequest, detail: string) => Promise<boolean>;
  /** Every prompt that the page has raised since it was loaded. */
  readonly prompts: PhantomRequest[];
  /** How often the page was connected without a prompt since it was loaded. */
  readonly silentConnects: number;
  /** Every call for a transaction that the page has made, page loads before included. */
  readonly trapped: readonly string[];
  readonly address: string | null;
  /** Answers the prompts that `hang` left open. */
  settle(approved: boolean): void;
  switchAccount(index: number): void;
  /** The visitor switches to an account that does not know the page. */
  revokeAccount(): void;
  /** The visitor takes the page off the trusted ones; it shows at the next connect. */
  distrust(): void;
}

/** The state that both faces of the stand-in share. */
export interface PhantomCore {
  readonly control: PhantomControl;
  readonly account: WalletKey | null;
  /** The account that the visitor has chosen, connected or not. */
  selected(): WalletKey;
  /** Connects, without a prompt if the page is trusted. Rejects with code 4001 where the real one does. */
  connect(silent: boolean): Promise<WalletKey>;
  disconnect(): void;
  /** Asks, and connects if the visitor approves. */
  authorize(request: PhantomRequest, detail: string): Promise<WalletKey>;
  sign(key: WalletKey, message: Uint8Array): Promise<Uint8Array>;
  /** A function that records its call for a transaction and refuses it. */
  trap(call: string): () => Promise<never>;
  onChange(listener: () => void): () => void;
}

/** What a page hands to the Wallet Standard's wallets when it is ready for them. */
export interface StandardApp {
  readonly register: (wallet: object) => void;
}

declare global {
  interface Window {
    phantomControl?: PhantomControl;
    phantomCore?: PhantomCore;
    isPhantomInstalled?: boolean;
    phantom?: { readonly solana: object };
    /** How often a page has connected each of the other wallets, by name. */
    otherWalletConnects?: Record<string, number>;
  }
  interface WindowEventMap {
    'wallet-standard:app-ready': CustomEvent<StandardApp>;
  }
}
