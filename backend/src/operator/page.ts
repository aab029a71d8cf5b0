import { createHash } from 'node:crypto';
import { printableLine } from '../core/printable.js';
import { counted } from '../doctor/check.js';
import { html, trusted, type Html } from './html.js';
import { sectionsOf, type StatusReport } from './status-report.js';
import { STYLE } from './style.js';

/** Not an `html` template, which Prettier could reformat: the text must equal the text that is hashed below. */
const STYLE_ELEMENT = trusted(`<style>${STYLE}</style>`);

const styleHash = createHash('sha256').update(STYLE).digest('base64');

export const PAGE_POLICY = `default-src 'none';style-src 'sha256-${styleHash}';base-uri 'none';form-action 'none';frame-ancestors 'none'`;

export function renderPage(report: StatusReport): string {
  const { at, version, build, origin, warnings, remarks, unproven } = report;
  const isWell = warnings.length === 0;
  const verdict = isWell ? 'All is well' : counted(warnings.length, ['warning', 'warnings']);
  return document(
    `${verdict} · ${new URL(origin).host}`,
    html`<header>
        <h1>${new URL(origin).host}</h1>
        <p>
          Pyramidion ${version}, build ${build}, as of
          <time datetime="${at}">${at.slice(0, 19).replace('T', ' ')} UTC</time>
        </p>
      </header>
      <main>
        <section class="verdict ${isWell ? 'well' : 'wrong'}">
          <h2>${verdict}</h2>
          ${listOf(warnings)} ${listOf(remarks)}
          <p>Claims unproven for a week: ${unproven.toLocaleString('en')}</p>
        </section>
        ${sectionsOf(report).map(sectionOf)}
      </main>
      <footer>
        <p>Nothing on this page changes anything. Suspects are hints, not proof.</p>
      </footer>`,
  );
}

export function renderMessage(title: string, message: string): string {
  return document(
    title,
    html`<main>
      <section class="verdict wrong">
        <h1>${title}</h1>
        <p>${message}</p>
      </section>
    </main>`,
  );
}

function document(title: string, body: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        ${body}
      </body>
    </html> `.text;
}

function sectionOf({
  title,
  otherwise,
  headings,
  rows,
}: ReturnType<typeof sectionsOf>[number]): Html {
  const id = title.toLowerCase().replaceAll(' ', '-');
  const body =
    rows.length === 0
      ? html`<p>${otherwise}</p>`
      : html`<table>
          <thead>
            <tr>
              ${headings.map((heading) => html`<th scope="col">${heading}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              (row) =>
                html`<tr>
                  ${row.map((cell, column) => cellOf(cell, headings[column] ?? ''))}
                </tr>`,
            )}
          </tbody>
        </table>`;
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${body}
  </section>`;
}

function cellOf(cell: string | number, heading: string): Html {
  return typeof cell === 'number'
    ? html`<td class="number" data-heading="${heading}">${cell.toLocaleString('en')}</td>`
    : html`<td data-heading="${heading}">${printableLine(cell)}</td>`;
}

function listOf(sentences: readonly string[]): Html {
  if (sentences.length === 0) return html``;
  return html`<ul>
    ${sentences.map((sentence) => html`<li>${printableLine(sentence)}</li>`)}
  </ul>`;
}
