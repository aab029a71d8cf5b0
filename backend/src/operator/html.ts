import { escapeHtml } from '../core/printable.js';

/** HTML that is safe to send: {@link html} escapes values, {@link trusted} does not. */
class Html {
  constructor(readonly text: string) {}
}

export type { Html };

type Value = string | number | Html | readonly Html[];

export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(
    strings.reduce((text, next, index) => text + escape(values[index - 1] ?? '') + next),
  );
}

function escape(value: Value): string {
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return escapeHtml(String(value));
}

/** Marks HTML as safe. For our own constants only. */
export function trusted(text: string): Html {
  return new Html(text);
}
