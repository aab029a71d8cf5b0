import type { BuiltPage } from './built-page.js';
import type { Renderer } from './page.js';

/** What the front end's build comes to, ready to be served. */
export interface Site {
  /** Folder of the browser build, absolute. */
  readonly clientFolder: string;
  /** The pages by their path. */
  readonly pages: ReadonlyMap<string, BuiltPage>;
  /** The landing page as a wallet's referral link opens it: the same, but for what messengers read of it. */
  readonly referralPage: (referrer: string) => BuiltPage;
  /** The page of a wallet's pyramid: the same for all of them, but for what messengers read of it. */
  readonly pyramidPage: (wallet: string) => BuiltPage;
  /** The same for an address that is no wallet, with status 404. */
  readonly pyramidOfNobody: BuiltPage;
  /** What every other path shows, with status 404. */
  readonly notFound: BuiltPage;
  readonly renderCard: Renderer['renderCard'];
  /** Folder of the fonts that cards are set in, absolute. */
  readonly cardFontFolder: string;
  /** Hashes, as a content security policy spells them, of the script elements in the pages. */
  readonly scriptHashes: readonly string[];
  /** The same of the style elements. */
  readonly styleHashes: readonly string[];
  /** Compresses the pages: half a second that no start has to wait for. */
  readonly warmUp: () => Promise<void>;
}
