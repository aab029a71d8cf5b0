/** A window of a browser other than Chromium, driven as a visitor drives it. */
export interface EngineWindow {
  /** Opens a page, and resolves when it has loaded. */
  open(url: string): Promise<void>;
  /** Goes back to the page before. */
  back(): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** The value of an expression in the page; what has no JSON is null. */
  evaluate(expression: string): Promise<unknown>;
  /** Clicks the middle of the first element that an XPath finds, scrolled into view. Throws when there is none. */
  click(xpath: string): Promise<void>;
  /** Clicks a point of the window, in CSS pixels. */
  clickAt(x: number, y: number): Promise<void>;
  press(key: 'ArrowRight' | 'Escape'): Promise<void>;
  /** What the window shows, as a PNG. */
  photograph(): Promise<Buffer>;
}

/** A browser engine that runs. */
export interface Engine {
  readonly window: EngineWindow;
  stop(): Promise<void>;
}

/** XPath of the button or tab of this name. */
export function control(name: string): string {
  const isNamed = `normalize-space()="${name}" or @aria-label="${name}"`;
  return `//*[(self::button or self::a or @role="tab" or @role="button") and (${isNamed})]`;
}
