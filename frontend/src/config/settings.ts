import { createContext, useContext } from 'react';
import type { PublicSettings } from '@backend/site/page';

/** The settings of a page that was served without any: what a visitor sees before the launch. */
export const UNSET_SETTINGS: PublicSettings = {
  publicOrigin: '',
  tokenMint: null,
  tokenChartUrl: 'https://pump.fun',
};

export const SettingsContext = createContext<PublicSettings>(UNSET_SETTINGS);

/** The run-time settings that the server put into this page. */
export function useSettings(): PublicSettings {
  return useContext(SettingsContext);
}

/** Id of the element in which the server puts the settings, as JSON. */
const ELEMENT_ID = 'settings';

/** The settings that came with the page. */
export function settingsOfPage(page: Document): PublicSettings {
  const text = page.getElementById(ELEMENT_ID)?.textContent;
  if (!text) return UNSET_SETTINGS;
  const settings: unknown = JSON.parse(text);
  return isPublicSettings(settings) ? settings : UNSET_SETTINGS;
}

function isPublicSettings(value: unknown): value is PublicSettings {
  return (
    typeof value === 'object' &&
    value !== null &&
    'publicOrigin' in value &&
    typeof value.publicOrigin === 'string' &&
    'tokenMint' in value &&
    (value.tokenMint === null || typeof value.tokenMint === 'string') &&
    'tokenChartUrl' in value &&
    typeof value.tokenChartUrl === 'string'
  );
}
