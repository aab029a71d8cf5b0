import { useContext } from 'react';
import type { PublicSettings } from '@backend/site/page';
import { SettingsContext } from './settings';

/** The run-time settings that the server put into this page. */
export function useSettings(): PublicSettings {
  return useContext(SettingsContext);
}
