import type { SolanaSignInFeature } from '@solana/wallet-standard-features';
import { getWallets } from '@wallet-standard/app';
import { isPhantomBrowser, PHANTOM } from './phantom-identity';

/** Where a desktop visitor without Phantom gets it. */
export const PHANTOM_DOWNLOAD_URL = 'https://phantom.app/';

/** The part of the provider that Phantom injects which this page uses itself. */
interface InjectedPhantom {
  readonly isPhantom?: boolean;
  connect(options?: { onlyIfTrusted: true }): Promise<unknown>;
}

type StandardWallet = ReturnType<ReturnType<typeof getWallets>['get']>[number];

/** Phantom as a Standard wallet; a build without Sign In With Solana can only connect. */
interface RegisteredPhantom extends StandardWallet {
  readonly features: Partial<SolanaSignInFeature> & {
    readonly 'standard:connect': { connect(): Promise<unknown> };
  };
}

declare global {
  interface Window {
    phantom?: { readonly solana?: InjectedPhantom };
    /** What the adapter for old builds of Phantom goes by. */
    isPhantomInstalled?: boolean;
  }
}

/** Phantom's injected provider, which builds before the Wallet Standard have only. */
export function injectedPhantom(): InjectedPhantom | null {
  const provider = window.phantom?.solana;
  return provider?.isPhantom ? provider : null;
}

/** Phantom as it has registered itself; undefined where it has not, as builds before the Wallet Standard. */
export function registeredPhantom(): RegisteredPhantom | undefined {
  return getWallets().get().find(isPhantom);
}

/** Whether Phantom is in this browser: registered as a Standard wallet, or injected by an old build. */
export function isPhantomInstalled(): boolean {
  return registeredPhantom() !== undefined || injectedPhantom() !== null;
}

function isPhantom(wallet: StandardWallet): wallet is RegisteredPhantom {
  return wallet.name === PHANTOM && 'standard:connect' in wallet.features;
}

/** What tells a phone from a desktop. */
export interface Device {
  readonly userAgent: string;
  readonly maxTouchPoints: number;
}

/**
 * Whether to send a visitor without Phantom to its in-app browser (specification, section 5). An iPad
 * that calls itself a Macintosh is told by its touch screen. Phantom's own browser is where one
 * would be sent, so it never counts.
 */
export function isPhoneOutsidePhantom({ userAgent, maxTouchPoints }: Device): boolean {
  if (isPhantomBrowser(userAgent)) return false;
  if (/iPhone|iPad|iPod|Android/i.test(userAgent)) return true;
  return userAgent.includes('Macintosh') && maxTouchPoints > 1;
}

/**
 * The link that opens a page in Phantom's in-app browser. That browser has a storage of its own, so
 * a referrer must travel inside the page's address; the outer `ref` is Phantom's own parameter.
 *
 * @param page address of the page to open
 * @param referrer wallet whose referral link brought the visitor, or null
 */
export function phantomBrowseLink(page: string, referrer: string | null): string {
  const target = new URL(page);
  if (referrer !== null) target.searchParams.set('ref', referrer);
  return `https://phantom.app/ul/browse/${encodeURIComponent(target.href)}?ref=${encodeURIComponent(target.origin)}`;
}
