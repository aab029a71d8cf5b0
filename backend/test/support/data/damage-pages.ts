import { open } from 'node:fs/promises';

const PAGE = 4_096;

/**
 * Damages a SQLite file, which nobody has open: every second page is nonsense.
 * @param begin in bytes; from the second page on the file still has its header, from its middle on its schema, too
 */
export async function damagePages(path: string, begin = PAGE): Promise<void> {
  const file = await open(path, 'r+');
  const { size } = await file.stat();
  for (let at = begin; at < size; at += 2 * PAGE) {
    await file.write(Buffer.alloc(PAGE, 0x5a), 0, PAGE, at);
  }
  await file.close();
}
