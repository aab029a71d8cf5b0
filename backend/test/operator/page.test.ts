import { describe, expect, test } from '@jest/globals';
import { renderPage } from '../../src/operator/page.js';
import { REPORT } from './operator.js';

describe('the operator’s page', () => {
  test('escapes HTML in texts, and shows bidirectional control characters as codes', () => {
    const page = renderPage(REPORT);
    expect(page).not.toMatch(/<script|\u202e/);
    expect(page).toContain(
      '&#60;script&#62;alert(&#39;&#34;&#38;&#34;&#39;)&#60;/script&#62;\\u202e',
    );
  });

  test('refers to no other file', () => {
    expect(renderPage(REPORT)).not.toMatch(/ (?:src|href)=|url\(|@import/);
  });

  test('lists each check, day, referrer, suspect and action', () => {
    const cells = Array.from(
      renderPage(REPORT).matchAll(/<td[^>]*>([^<]*)<\/td>/g),
      ([, cell]) => cell,
    );
    const { checks, days, growth, suspects, actions } = REPORT;
    for (const { name, looked } of checks) {
      expect(cells).toEqual(expect.arrayContaining([name, 'OK', looked]));
    }
    expect(cells.filter((cell) => cell === '1,234')).toHaveLength(days.length);
    for (const { wallet } of [...growth, ...suspects]) expect(cells).toContain(wallet);
    for (const { subject } of actions) expect(cells).toContain(subject);
  });

  test.each([
    [[], 'All is well'],
    [['one is wrong'], '1 warning'],
    [['one is wrong', 'another is'], '2 warnings'],
  ])('lists the warnings, and sums them up in its title: %j', (warnings, verdict) => {
    const page = renderPage({ ...REPORT, warnings });
    expect(page).toContain(`<title>${verdict} · pyramidion.example</title>`);
    for (const warning of warnings) expect(page).toContain(`<li>${warning}</li>`);
  });
});
