import { createHash } from 'node:crypto';
import { printableLine } from '../core/printable.js';
import { html, trusted, type Html } from './html.js';
import type { StatusReport } from './status-report.js';
import { STYLE } from './style.js';

const WEEK_DAYS = 7;

const CHART = { width: 300, height: 56 };

const GAP = 2;

/** Not an `html` template, which Prettier could reformat: the text must equal the text that is hashed below. */
const STYLE_ELEMENT = trusted(`<style>${STYLE}</style>`);

const styleHash = createHash('sha256').update(STYLE).digest('base64');

export const PAGE_POLICY = `default-src 'none';style-src 'sha256-${styleHash}';base-uri 'none';form-action 'none';frame-ancestors 'none'`;

export function renderPage(report: StatusReport): string {
  const { at, version, build, origin, warnings, remarks, checks, days } = report;
  const verdict = warnings.length === 0 ? 'All is well' : counted(warnings.length, 'warning');
  return document(
    `${verdict} · ${new URL(origin).host}`,
    html`<header>
        <h1>${new URL(origin).host}</h1>
        <p>Pyramidion ${version}, build ${build}, as of ${timeOf(at)}</p>
      </header>
      <main>
        <section class="verdict ${warnings.length === 0 ? 'well' : 'wrong'}">
          <h2>${verdict}</h2>
          ${listOf(warnings)} ${listOf(remarks)}
        </section>
        <section aria-labelledby="activity">
          <h2 id="activity">Activity</h2>
          <div class="figures">
            ${countCard('Sign-ins', newestFirst(days, 'signIns'))}
            ${countCard('Claims', newestFirst(days, 'claims'))}
            ${countCard('Proofs', newestFirst(days, 'proofs'))}
          </div>
          <p class="note">
            Charts show 30 UTC days, today at the right. Sessions are kept for 7 days, so there are
            no earlier sign-ins. Claims unproven for a week: ${numberOf(report.unproven)}.
          </p>
        </section>
        <section aria-labelledby="checks">
          <h2 id="checks">Checks</h2>
          <ul class="checks">
            ${checks.map(
              ({ name, ok, looked }) =>
                html`<li class="${ok ? 'well' : 'wrong'}">
                  <b>${ok ? 'OK' : 'Wrong'}</b>
                  <span>${name}<small>${printableLine(looked)}</small></span>
                </li>`,
            )}
          </ul>
        </section>
        ${table(
          'Growth by referrer',
          'No recruit was proven in two weeks.',
          ['Referrer', 'Proven in 7 days', 'In the 7 before'],
          report.growth.map(({ wallet, week, weekBefore }) => [wallet, week, weekBefore]),
        )}
        ${table(
          'Suspects',
          'No suspects.',
          ['Wallet', 'Why'],
          report.suspects.map(({ wallet, reason }) => [wallet, reason]),
        )}
        ${table(
          'Last actions',
          'No operator actions.',
          ['Time (UTC)', 'Action', 'Subject', 'Why'],
          report.actions.map(({ actedAt, action, subject, why }) => [
            spell(actedAt),
            action,
            subject,
            why,
          ]),
        )}
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

type Day = StatusReport['days'][number];

function newestFirst(days: readonly Day[], kind: 'signIns' | 'claims' | 'proofs') {
  return days.map((day) => day[kind]);
}

/** @param counts of each day, newest first; null for unknown */
function countCard(name: string, counts: readonly (number | null)[]): Html {
  const [today = 0, yesterday = 0] = counts;
  const week = counts.slice(0, WEEK_DAYS).reduce<number>((sum, count) => sum + (count ?? 0), 0);
  return html`<article>
    <h3>${name}</h3>
    <p class="today"><b>${numberOf(today ?? 0)}</b> today</p>
    <p>${numberOf(yesterday ?? 0)} yesterday, ${numberOf(week)} in 7 days</p>
    ${chart(name, counts)}
  </article>`;
}

function chart(name: string, counts: readonly (number | null)[]): Html {
  const known = counts.filter((count) => count !== null);
  const most = Math.max(1, ...known);
  const step = CHART.width / counts.length;
  const bars = counts.map((count, index) => {
    if (count === null) return html``;
    const height = count === 0 ? 1 : Math.max(2, (count / most) * CHART.height);
    const x = CHART.width - (index + 1) * step;
    return html`<rect
      x="${x.toFixed(1)}"
      y="${(CHART.height - height).toFixed(1)}"
      width="${(step - GAP).toFixed(1)}"
      height="${height.toFixed(1)}"
    />`;
  });
  const label = `at most ${numberOf(Math.max(0, ...known))} a day`;
  return html`<svg
      viewBox="0 0 ${CHART.width} ${CHART.height}"
      preserveAspectRatio="none"
      role="img"
      aria-label="${name}: ${label}"
    >
      ${bars}
    </svg>
    <small>${label}</small>`;
}

type Cell = string | number;

function table(
  title: string,
  otherwise: string,
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
): Html {
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

/** A narrow window shows the heading beside the value. */
function cellOf(cell: Cell, heading: string): Html {
  return typeof cell === 'number'
    ? html`<td class="number" data-heading="${heading}">${numberOf(cell)}</td>`
    : html`<td data-heading="${heading}">${printableLine(cell)}</td>`;
}

function listOf(sentences: readonly string[]): Html {
  if (sentences.length === 0) return html``;
  return html`<ul>
    ${sentences.map((sentence) => html`<li>${printableLine(sentence)}</li>`)}
  </ul>`;
}

function timeOf(time: string): Html {
  return html`<time datetime="${time}">${spell(time)} UTC</time>`;
}

const spell = (time: string): string => time.slice(0, 19).replace('T', ' ');

const numberOf = (count: number): string => count.toLocaleString('en');

const counted = (count: number, noun: string): string =>
  `${numberOf(count)} ${noun}${count === 1 ? '' : 's'}`;
