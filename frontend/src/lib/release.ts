import { request } from './api';
import { tabStorage } from './storage';

const STORAGE_KEY = 'pyramidion.reloaded';

/**
 * Loads the page anew when the server has another release by now, whose files took the place of those that this page
 * asks for; once for each release. Does not return when it does.
 */
export async function reloadForNewRelease(): Promise<void> {
  const release = document.querySelector<HTMLMetaElement>('meta[name="release"]')?.content;
  if (release === undefined || tabStorage.read(STORAGE_KEY) === release) return;
  if (await isServed(release)) return;
  tabStorage.write(STORAGE_KEY, release);
  // Where nothing is remembered, a reload might follow a reload for ever.
  if (tabStorage.read(STORAGE_KEY) !== release) return;
  window.location.reload();
  await new Promise(() => undefined);
}

/** Whether the server still sends pages of a release; it is taken to when it cannot be asked. */
async function isServed(release: string): Promise<boolean> {
  try {
    return (await (await request('/')).text()).includes(release);
  } catch {
    return true;
  }
}
