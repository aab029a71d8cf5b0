export interface EngineWindow {
  open(url: string): Promise<void>;
  back(): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Returns the expression's value, which JSON must be able to represent. */
  evaluate(expression: string): Promise<unknown>;
  /** Clicks the first element that matches an XPath. Rejects if none appears in time. */
  click(xpath: string): Promise<void>;
  /** In CSS pixels. */
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
