import type { BuiltPage } from './built-page.js';

/** What the front end's build comes to, ready to be served. */
export interface Site {
  /** Folder of the browser build, absolute. */
  readonly clientFolder: string;
  /** The pages by their path. */
  readonly pages: ReadonlyMap<string, BuiltPage>;
  /** What every other path shows, with status 404. */
  readonly notFound: BuiltPage;
  /** Hashes, as a content security policy spells them, of the style elements in the pages. */
  readonly styleHashes: readonly string[];
}
