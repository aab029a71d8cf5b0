import { open } from 'node:fs/promises';

const PAGE = 4_096;

/** Damages a SQLite file, which nobody has open, so that it still opens: every second page but the first is nonsense. */
export async function damagePages(path: string): Promise<void> {
  const file = await open(path, 'r+');
  const { size } = await file.stat();
  for (let at = PAGE; at < size; at += 2 * PAGE) {
    await file.write(Buffer.alloc(PAGE, 0x5a), 0, PAGE, at);
  }
  await file.close();
}
