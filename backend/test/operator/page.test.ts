import { describe, expect, test } from '@jest/globals';
import { renderPage } from '../../src/operator/page.js';
import { REPORT } from './operator.js';

describe('the operator’s page', () => {
  test('escapes HTML in texts, and shows bidirectional control characters as codes', () => {
    const page = renderPage(REPORT);
    expect(page).not.toMatch(/<script|\u202e/);
    expect(page).toContain(
      '&lt;script&gt;alert(&#39;&quot;&amp;&quot;&#39;)&lt;/script&gt;\\u202e',
    );
  });

  test('refers to no other file', () => {
    expect(renderPage(REPORT)).not.toMatch(/ (?:src|href)=|url\(|@import/);
  });

  test('has a bar for each of 30 days, except where sign-ins are unknown', () => {
    const page = renderPage(REPORT);
    const bars = (name: string): number => {
      const [, chart = ''] = page.split(`aria-label="${name}: `);
      return chart.split('</svg>')[0]?.match(/<rect/g)?.length ?? 0;
    };
    expect([bars('Sign-ins'), bars('Claims'), bars('Proofs')]).toEqual([7, 30, 30]);
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
