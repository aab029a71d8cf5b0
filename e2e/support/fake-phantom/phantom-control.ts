import type { WalletKey } from './keys.js';
import type { WebViewFault } from './webview-faults.js';

export type PhantomRequest = 'connect' | 'signIn' | 'signMessage';

/**
 * The visitor's answer to a prompt; `hang` leaves it open until {@link PhantomControl.settle}. `break` and `block` are
 * Phantom's own failures without a prompt: an internal error, and its blocklist.
 */
export type PhantomAnswer = 'approve' | 'reject' | 'hang' | 'break' | 'block';

/** Initial state on each page load. */
export interface PhantomOptions {
  /**
   * `standard` registers as a Wallet Standard wallet and also injects a provider, like the current Phantom; `old` only
   * injects.
   */
  readonly kind: 'standard' | 'old';
  readonly keys: readonly WalletKey[];
  readonly answer: PhantomAnswer;
  /** Time until a prompt is answered, in ms. */
  readonly delayMs: number;
  /**
   * Error code of an account that cannot sign, such as a Ledger: every signature fails after a prompt. It still
   * connects.
   */
  readonly cannotSign?: number | 'no code';
  /** True to set `window.isPhantomInstalled`, which old builds do not set. */
  readonly installedFlag: boolean;
  /** Features that Phantom's browser lacks. */
  readonly faults?: readonly WebViewFault[];
}

/** Observes and controls the fake, as `window.phantomControl`. */
export interface PhantomControl {
  answer: PhantomAnswer;
  delayMs: number;
  /** Answers a prompt. By default it follows {@link answer}; the demo asks its visitor. */
  decide: (request: PhantomRequest, detail: string) => Promise<boolean>;
  /** Prompts since the page loaded. */
  readonly prompts: PhantomRequest[];
  /** Number of silent connects since the page loaded. */
  readonly silentConnects: number;
  /** Transaction calls, also those of earlier pages. */
  readonly trapped: readonly string[];
  readonly address: string | null;
  /** Answers open prompts that hang. */
  settle(approved: boolean): void;
  switchAccount(index: number): void;
  /** Switches to an account that does not know the page. */
  revokeAccount(): void;
  /** Removes the page from the trusted sites; takes effect at the next connect. */
  distrust(): void;
}

/** State shared by the injected and the standard provider. */
export interface PhantomCore {
  readonly control: PhantomControl;
  readonly account: WalletKey | null;
  /** The selected account, connected or not. */
  selected(): WalletKey;
  /** Connects, without a prompt if the page is trusted. Rejects with code 4001 like the real one. */
  connect(silent: boolean): Promise<WalletKey>;
  disconnect(): void;
  /** Prompts, and connects if the visitor approves. */
  authorize(request: PhantomRequest, detail: string): Promise<WalletKey>;
  sign(key: WalletKey, message: Uint8Array): Promise<Uint8Array>;
  /** Returns a function that records a transaction call and rejects. */
  trap(call: string): () => Promise<never>;
  onChange(listener: () => void): () => void;
}

/** The object with which a page registers for Wallet Standard wallets. */
export interface StandardApp {
  readonly register: (wallet: object) => void;
}

declare global {
  interface Window {
    phantomControl?: PhantomControl;
    phantomCore?: PhantomCore;
    isPhantomInstalled?: boolean;
    phantom?: { readonly solana: object };
    /** Number of connects of each other wallet, by name. */
    otherWalletConnects?: Record<string, number>;
  }
  interface WindowEventMap {
    'wallet-standard:app-ready': CustomEvent<StandardApp>;
  }
}
