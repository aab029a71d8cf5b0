/** The settings that a page needs in the browser. They are put into each page when it is served, never at build time. */
export interface PublicSettings {
  /** Origin of referral links, without a trailing slash. */
  readonly publicOrigin: string;
  /** Address of the $SHARES mint, or null before the launch. */
  readonly tokenMint: string | null;
  /** Where Buy More Shares leads. */
  readonly tokenChartUrl: string;
}

/** A route as complete HTML. */
export interface RenderedPage {
  readonly status: 200 | 404;
  readonly title: string;
  readonly description: string;
  /** What stands inside the root element; the same tree that the browser hydrates. */
  readonly body: string;
}

/** What `frontend/dist/server/render.js` exports as `renderPage`. */
export type RenderPage = (path: string, settings: PublicSettings) => RenderedPage;
