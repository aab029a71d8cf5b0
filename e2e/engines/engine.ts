/** A window of Firefox or WebKit. */
export interface EngineWindow {
  open(url: string): Promise<void>;
  back(): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Evaluates an expression in the page. Resolves to its value, which JSON must be able to represent. */
  evaluate(expression: string): Promise<unknown>;
  /** Scrolls to the first element that matches an XPath, and clicks it. Rejects if no element appears in time. */
  click(xpath: string): Promise<void>;
  /** Clicks a point of the window, in CSS pixels. */
  clickAt(x: number, y: number): Promise<void>;
  press(key: 'ArrowRight' | 'Escape'): Promise<void>;
  photograph(): Promise<Buffer>;
}

export interface Engine {
  readonly window: EngineWindow;
  stop(): Promise<void>;
}

/** Returns the XPath of a button, link or tab with this name. */
export function control(name: string): string {
  const isNamed = `normalize-space()="${name}" or @aria-label="${name}"`;
  return `//*[(self::button or self::a or @role="tab" or @role="button") and (${isNamed})]`;
}
