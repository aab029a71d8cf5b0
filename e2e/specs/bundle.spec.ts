import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

const PRODUCTION = ['backend/dist', 'frontend/dist'];
const MADE_FOR_TESTS = [
  'phantom-stand-in',
  'phantomControl',
  'phantomCore',
  'demo-wallet',
  'litesvm',
];
const TRANSACTION_CALLS =
  /(sendTransaction|signTransaction|signAllTransactions|signAndSend\w*|sendRawTransaction|requestAirdrop)(\?\.)?\(/;

function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(path.join(process.cwd(), folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

describe('what is shipped', () => {
  it.each(PRODUCTION)('%s contains nothing of the demo or of the wallet stand-in', (folder) => {
    const files = filesIn(folder, /\.(js|html|css|json|map)$/);
    expect(files.length).toBeGreaterThan(3);
    const guilty = files.filter((file) => {
      const text = readFileSync(file, 'utf8');
      return MADE_FOR_TESTS.some((mark) => text.includes(mark));
    });
    expect(guilty).toEqual([]);
  });

  it('the front end calls for no transaction, anywhere in its own code', () => {
    const sources = filesIn('frontend/src', /\.tsx?$/).filter((file) => !file.includes('.test.'));
    expect(sources.length).toBeGreaterThan(50);
    const guilty = sources.filter((file) => TRANSACTION_CALLS.test(readFileSync(file, 'utf8')));
    expect(guilty).toEqual([]);
  });
});
