import { open } from 'node:fs/promises';

/** A server preloads this file. `FileHandle.sync` then fails for folders, with the code in FOLDER_SYNC_ERROR. */
const { FOLDER_SYNC_ERROR: code = 'EINVAL' } = process.env;

const handle = await open('/');
const prototype = Object.getPrototypeOf(handle);
await handle.close();

const { sync } = prototype;
prototype.sync = async function () {
  if ((await this.stat()).isDirectory()) throw Object.assign(new Error(`${code}, fsync`), { code });
  return sync.call(this);
};
