import { pathToFileURL } from 'node:url';
import { transform } from 'lightningcss';
import { PurgeCSS } from 'purgecss';

/** Names of elements, attributes and classes, among others. A class may have an equals sign inside. */
const WORDS = /[^\s"'<>]+/g;

/** In a selector, by name or with a value. */
const ATTRIBUTE = /\[([a-z-]+)[=\]]/g;

/** Pseudo-elements that the pages have as they are sent. The others are parts of form fields, which they have none of. */
const PSEUDO_ELEMENTS = new Set(['before', 'after', 'backdrop', 'selection']);

/**
 * The part of the styles that the pages need as they are sent, small enough to stand inside each of them.
 *
 * @param {string} styles all there are
 * @param {string} renderer path of the server's bundle
 * @returns {Promise<string>}
 */
export async function firstStyles(styles, renderer) {
  const { renderEveryPage } = await import(pathToFileURL(renderer).href);
  const [first] = await new PurgeCSS().purge({
    content: [{ raw: (await renderEveryPage()).join(''), extension: 'html' }],
    css: [{ raw: styles }],
    safelist: ['html', 'body'],
    // Attributes come and go as the visitor uses the page.
    dynamicAttributes: Array.from(styles.matchAll(ATTRIBUTE), ([, name = '']) => name),
    defaultExtractor: (html) => decode(html).match(WORDS) ?? [],
    keyframes: true,
    variables: true,
  });
  if (!first) throw new Error('The styles of the pages were not found');
  return minified(withoutUnread(first.css));
}

/** @param {string} html */
function decode(html) {
  return html.replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/**
 * Takes out the declarations of variables that nothing reads.
 *
 * @param {string} styles
 */
function withoutUnread(styles) {
  return styles.replace(/@property (--[\w-]+)\{[^}]*\}/g, (declaration, name) =>
    new RegExp(`var\\(${name}[,)]`).test(styles) ? declaration : '',
  );
}

/** @param {string} styles */
function minified(styles) {
  const code = Buffer.from(styles);
  /** @param {import('lightningcss').Selector} selector */
  const isOfField = (selector) =>
    selector.some((part) => part.type === 'pseudo-element' && !PSEUDO_ELEMENTS.has(part.kind));
  return transform({
    filename: 'first-styles.css',
    code,
    minify: true,
    visitor: {
      Rule: { style: ({ value }) => (value.selectors.every(isOfField) ? [] : undefined) },
    },
  }).code.toString();
}
