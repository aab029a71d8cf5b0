import { describe, expect, test } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from './core/errors.js';
import { readEnvFile, type EnvFile } from './env-file.js';
import { SETTING_NAMES } from './settings.js';

async function read(content: string | Buffer): Promise<EnvFile> {
  const folder = await mkdtemp(join(tmpdir(), 'pyramidion-'));
  const file = join(folder, '.env');
  const short = (text: string): string => text.replaceAll(file, '.env');
  try {
    await writeFile(file, content);
    const { values, warnings } = readEnvFile(file, SETTING_NAMES);
    return { values, warnings: warnings.map(short) };
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    throw new StartError(short(error.message));
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('a .env file', () => {
  test('may have comments, empty lines, export, quotation marks and CRLF line ends', async () => {
    const text =
      '# The site\n\nexport PORT=3001 # behind Caddy\r\nBACKUP_DIR="/srv/my #1 backups"\n';
    expect(await read(text)).toEqual({
      values: { PORT: '3001', BACKUP_DIR: '/srv/my #1 backups' },
      warnings: [],
    });
  });

  test('sets nothing if it is missing', () => {
    expect(readEnvFile('/nowhere/.env', SETTING_NAMES)).toEqual({ values: {}, warnings: [] });
  });

  test('is read despite a UTF-8 byte order mark', async () => {
    expect(await read('\ufeffPORT=3001')).toEqual({ values: { PORT: '3001' }, warnings: [] });
  });

  test.each([
    ['UTF-16 with a byte order mark', Buffer.from('\ufeffPORT=3001', 'utf16le')],
    ['UTF-16 without a byte order mark', Buffer.from('PORT=3001', 'utf16le')],
    ['Latin-1', Buffer.from('TOKEN=\u00e9t\u00e9', 'latin1')],
  ])('is rejected if it is encoded in %s', async (_encoding, content) => {
    await expect(read(content)).rejects.toThrow(
      new StartError('.env is not UTF-8: save it in that encoding'),
    );
  });

  test.each([
    [
      'TRUST_PROXIES=1',
      '.env, line 2 sets TRUST_PROXIES, which is not a setting: see docs/settings.md',
    ],
    [
      'PUBLIC_URL=https://a.example',
      '.env, line 2 sets PUBLIC_URL, which is not a setting: see docs/settings.md',
    ],
    ['trust proxy', '.env, line 2 is ignored: it is not NAME=value'],
    ['=secret', '.env, line 2 is ignored: it is not NAME=value'],
    ['PORT=2', '.env, line 2 sets PORT again; the last value is used'],
  ])(
    'causes a warning with the line number if PORT=1 is followed by the line %s',
    async (line, warning) => {
      expect((await read(`PORT=1\n${line}\n`)).warnings).toEqual([warning]);
    },
  );

  test.each(['"', "'", '`'])(
    'may have a value of several lines between two %s, and no warning shows it',
    async (mark) => {
      const value = 'first\nabc=def#ghi\nPORT=2\njkl\n';
      const text = `export TOKEN=\n${mark}${value}${mark}# comment\r\nPORT=1\nPROT=3\n`;
      expect(await read(text)).toEqual({
        values: { TOKEN: value, PORT: '1', PROT: '3' },
        warnings: [
          '.env, line 1 sets TOKEN, which is not a setting: see docs/settings.md',
          '.env, line 8 sets PROT, which is not a setting: see docs/settings.md',
        ],
      });
    },
  );

  test.each(['"', "'", '`'])(
    'is rejected if a value begins with %s that is not closed, and the error does not show the value',
    async (mark) => {
      await expect(read(`TOKEN=${mark}first\nabc=def#ghi\njkl\n`)).rejects.toThrow(
        new StartError(
          '.env: the value of TOKEN begins with a quotation mark that is not closed: close or remove it',
        ),
      );
    },
  );

  test('may have quotation marks inside a value', async () => {
    const values = { TOKEN_CHART_URL: `it''s`, HOST: 'a"b' };
    expect(await read(`TOKEN_CHART_URL='it''s'\nHOST=a"b\n`)).toEqual({ values, warnings: [] });
  });

  test('may set a variable of the PostgreSQL client without a warning', async () => {
    expect((await read('PGPASSFILE=/etc/pgpass\n')).warnings).toEqual([]);
  });

  test.each(['METRICS_TOKEN=abc#def', 'METRICS_TOKEN: abc#def', 'METRICS_TOKEN="abc" d#ef'])(
    'is rejected if a # cuts a value, and the error does not show the value: %s',
    async (line) => {
      const reading = read(line);
      await expect(reading).rejects.toThrow('.env: the value of METRICS_TOKEN is cut at its #');
      await expect(reading).rejects.not.toThrow('abc');
    },
  );
});
