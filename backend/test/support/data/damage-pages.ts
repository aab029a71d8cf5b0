import { open } from 'node:fs/promises';

const PAGE = 4_096;

/**
 * Overwrites every second page of a closed SQLite file, from `begin` on.
 * @param begin offset of a page in bytes; by default, of the second page
 */
export async function damagePages(path: string, begin = PAGE): Promise<void> {
  const file = await open(path, 'r+');
  const { size } = await file.stat();
  for (let at = begin; at < size; at += 2 * PAGE) {
    await file.write(Buffer.alloc(PAGE, 0x5a), 0, PAGE, at);
  }
  await file.close();
}
