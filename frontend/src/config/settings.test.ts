import { describe, expect, it } from '@jest/globals';
import { settingsOfPage, UNSET_SETTINGS } from './settings';

function pageWith(json: string): Document {
  const html = `<script type="application/json" id="settings">${json}</script>`;
  return new DOMParser().parseFromString(html, 'text/html');
}

describe('the settings in a page', () => {
  it('are the ones that the server put there', () => {
    const settings = {
      publicOrigin: 'https://pyramid.example',
      formerOrigins: [],
      tokenMint: null,
      tokenChartUrl: 'https://pump.fun',
    };
    expect(settingsOfPage(pageWith(JSON.stringify(settings)))).toEqual(settings);
  });

  it.each(['{"tokenMint": 7}', 'null', ''])(
    'are those before the launch in a page with %j',
    (json) => {
      expect(settingsOfPage(pageWith(json))).toBe(UNSET_SETTINGS);
    },
  );
});
