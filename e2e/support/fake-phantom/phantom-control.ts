import type { WalletKey } from './keys.js';
import type { WebViewFault } from './webview-faults.js';

export type PhantomRequest = 'connect' | 'signIn' | 'signMessage';

/**
 * The visitor's answer to a prompt. `hang` leaves the prompt open until {@link PhantomControl.settle}. `block` fails
 * without a prompt, as if Phantom blocked the site.
 */
export type PhantomAnswer = 'approve' | 'reject' | 'hang' | 'block';

/** The state of the fake after each page load. */
export interface PhantomOptions {
  /**
   * `standard` registers as a Wallet Standard wallet and also injects a provider, like the current Phantom. `old` only
   * injects a provider.
   */
  readonly kind: 'standard' | 'old';
  readonly keys: readonly WalletKey[];
  readonly answer: PhantomAnswer;
  /** Time until a prompt is answered, in ms. */
  readonly delayMs: number;
  /**
   * Error code of an account that cannot sign, such as a Ledger. Every signature fails after a prompt, but the account
   * can connect.
   */
  readonly cannotSign?: number;
  /** True to set `window.isPhantomInstalled`. Old builds do not set it. */
  readonly installedFlag: boolean;
  /** Features that the browser of the wallet lacks. */
  readonly faults?: readonly WebViewFault[];
}

/** Observes and controls the fake, as `window.phantomControl`. */
export interface PhantomControl {
  answer: PhantomAnswer;
  delayMs: number;
  /** Answers a prompt. By default it follows {@link answer}; the demo asks its visitor. */
  decide: (request: PhantomRequest, detail: string) => Promise<boolean>;
  /** Prompts since the page was loaded. */
  readonly prompts: PhantomRequest[];
  readonly silentConnects: number;
  /** Transaction calls, including those of earlier pages. */
  readonly trapped: readonly string[];
  readonly address: string | null;
  /** Answers the prompts that hang. */
  settle(approved: boolean): void;
  switchAccount(index: number): void;
  /** Makes Phantom distrust the page from the next connect on. */
  distrust(): void;
}

/** State shared by the injected and the standard provider. */
export interface PhantomCore {
  readonly control: PhantomControl;
  readonly account: WalletKey | null;
  /** The selected account, connected or not. */
  selected(): WalletKey;
  /**
   * Connects, without a prompt if the page is trusted. Rejects with code 4001 if the visitor refuses, as Phantom does.
   */
  connect(silent: boolean): Promise<WalletKey>;
  disconnect(): void;
  /** Opens a prompt, and connects if the visitor approves. */
  authorize(request: PhantomRequest, detail: string): Promise<WalletKey>;
  sign(key: WalletKey, message: Uint8Array): Promise<Uint8Array>;
  /** Returns a function that records a transaction call and rejects. */
  trap(call: string): () => Promise<never>;
  onChange(listener: () => void): () => void;
}

/** The object by which a page accepts Wallet Standard wallets. */
export interface StandardApp {
  readonly register: (wallet: object) => void;
}

declare global {
  interface Window {
    phantomControl?: PhantomControl;
    phantomCore?: PhantomCore;
    isPhantomInstalled?: boolean;
    phantom?: { readonly solana: object };
    /** Number of connects by the name of the other wallet. */
    otherWalletConnects?: Record<string, number>;
  }
  interface WindowEventMap {
    'wallet-standard:app-ready': CustomEvent<StandardApp>;
  }
}
