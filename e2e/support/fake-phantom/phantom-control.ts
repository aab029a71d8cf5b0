import type { WalletKey } from './keys.js';
import type { WebViewFault } from './webview-faults.js';

export type PhantomRequest = 'connect' | 'signIn' | 'signMessage';

/**
 * The answer to a prompt. `hang` leaves the prompt open until {@link PhantomControl.settle}. `block` fails without a
 * prompt, as if Phantom blocked the site.
 */
export type PhantomAnswer = 'approve' | 'reject' | 'hang' | 'block';

/** Each page load starts with these options. */
export interface PhantomOptions {
  /**
   * `standard`, like the current Phantom, registers as a Wallet Standard wallet and also injects a provider. `old` only
   * injects a provider.
   */
  readonly kind: 'standard' | 'old';
  readonly keys: readonly WalletKey[];
  readonly answer: PhantomAnswer;
  /** Error code of an account that can connect, but cannot sign messages. */
  readonly cannotSign?: number;
  /** True to set `window.isPhantomInstalled`, which some old builds do not set. */
  readonly installedFlag: boolean;
  readonly faults?: readonly WebViewFault[];
}

/** Controls and observes the fake, as `window.phantomControl`. */
export interface PhantomControl {
  answer: PhantomAnswer;
  /** Answers a prompt, by default as `answer` says. */
  decide: (request: PhantomRequest, detail: string) => Promise<boolean>;
  readonly prompts: PhantomRequest[];
  readonly silentConnects: number;
  /** Calls of transaction methods and of `request`, including those of earlier pages. */
  readonly trapped: readonly string[];
  readonly address: string | null;
  /** Answers the prompts that hang. */
  settle(approved: boolean): void;
  switchAccount(index: number): void;
  /** Makes Phantom distrust the page. A connected account stays connected. */
  distrust(): void;
}

/** The fake wallet behind both providers: the injected one and that of the Wallet Standard. */
export interface PhantomCore {
  readonly control: PhantomControl;
  readonly account: WalletKey | null;
  /** The selected account, whether it is connected or not. */
  selected(): WalletKey;
  /**
   * Connects, unless already connected, and prompts first if the page is not trusted. Rejects with code 4001, as
   * Phantom does, if the visitor declines, or if `silent` is true and the page is not trusted.
   */
  connect(silent: boolean): Promise<WalletKey>;
  disconnect(): void;
  /** Shows a prompt. If the visitor approves, the account is connected. */
  authorize(request: PhantomRequest, detail: string): Promise<WalletKey>;
  sign(key: WalletKey, message: Uint8Array): Promise<Uint8Array>;
  /** Returns a function that records `call` and rejects. */
  trap(call: string): () => Promise<never>;
  onChange(listener: () => void): () => void;
}

/** The object through which a page accepts Wallet Standard wallets. */
export interface StandardApp {
  readonly register: (wallet: object) => void;
}

declare global {
  interface Window {
    phantomControl?: PhantomControl;
    phantomCore?: PhantomCore;
    isPhantomInstalled?: boolean;
    phantom?: { readonly solana: object };
    /** Number of connects to each wallet of `installOtherWallet`, by name. */
    otherWalletConnects?: Record<string, number>;
  }
  interface WindowEventMap {
    'wallet-standard:app-ready': CustomEvent<StandardApp>;
  }
}
