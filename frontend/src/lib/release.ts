import { request } from './api';
import { tabStorage } from './storage';

const STORAGE_KEY = 'pyramidion.reloaded';

/**
 * Reloads the page, once per release, if the server has been updated and lacks the files of this page's release. Does
 * not return if it reloads.
 */
export async function reloadForNewRelease(): Promise<void> {
  const release = document.querySelector<HTMLMetaElement>('meta[name="release"]')?.content;
  if (release === undefined || tabStorage.read(STORAGE_KEY) === release) return;
  if (await isServed(release)) return;
  tabStorage.write(STORAGE_KEY, release);
  // Without storage the page could reload endlessly.
  if (tabStorage.read(STORAGE_KEY) !== release) return;
  window.location.reload();
  await new Promise(() => undefined);
}

/** True if the server still serves this release, or does not answer. */
async function isServed(release: string): Promise<boolean> {
  try {
    return (await (await request('/')).text()).includes(release);
  } catch {
    return true;
  }
}
