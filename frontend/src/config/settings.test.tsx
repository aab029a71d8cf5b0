import { describe, expect, it } from '@jest/globals';
import { UNSET_SETTINGS } from '@backend/shared/public-settings';
import { settingsOfPage } from './settings';

function pageWith(json: string): Document {
  const html = `<script type="application/json" id="settings">${json}</script>`;
  return new DOMParser().parseFromString(html, 'text/html');
}

describe('the settings of a page', () => {
  it('are read from the JSON in the page', () => {
    const settings = { ...UNSET_SETTINGS, publicOrigin: 'https://pyramid.example' };
    expect(settingsOfPage(pageWith(JSON.stringify(settings)))).toEqual(settings);
  });

  it.each(['{"tokenMint": 7}', 'null', ''])(
    'are the default values if the JSON in the page is %j',
    (json) => {
      expect(settingsOfPage(pageWith(json))).toBe(UNSET_SETTINGS);
    },
  );
});
