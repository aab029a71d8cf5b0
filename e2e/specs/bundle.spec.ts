import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from './test.js';
import { parseSync } from '@swc/core';
import { PNG } from 'pngjs';
import { z } from 'zod';
import { SCREENS, UNKNOWN_PAGE } from './screens/screens.js';

const PRODUCTION = ['backend/dist', 'frontend/dist'];
const ASSETS = 'frontend/dist/client/assets';
const MADE_FOR_TESTS = [
  'phantom-stand-in',
  'phantomControl',
  'phantomCore',
  'demo-wallet',
  'litesvm',
];

const ALLOWED_LICENCES = new Set(['MIT', 'ISC', 'Apache-2.0', 'BSD-3-Clause', 'OFL-1.1']);

const PAGES = [...SCREENS, UNKNOWN_PAGE];

const MINT = 'HSZmC3n7kFAMAwwCdSK5seWLKr6H6s6hoc5FCku8HaXt';

const KILOBYTE = 1024;

const MAX_COMPRESSED_BYTES = {
  page: 18 * KILOBYTE,
  app: 120 * KILOBYTE,
  collapse: 8 * KILOBYTE,
  anyOtherPart: 20 * KILOBYTE,
};

function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(path.join(process.cwd(), folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

function assets(name: RegExp): string[] {
  return readdirSync(path.join(process.cwd(), ASSETS)).filter((file) => name.test(file));
}

function compressedSize(files: readonly string[]): number {
  return files
    .map((file) => statSync(path.join(process.cwd(), ASSETS, `${file}.br`)).size)
    .reduce((sum, size) => sum + size, 0);
}

const manifestSchema = z.object({
  name: z.string(),
  icons: z.array(z.object({ src: z.string(), sizes: z.string() })).min(2),
});

test.describe('the bundle', () => {
  for (const [what, marks] of [
    ['code of the demo or of the fake wallet', MADE_FOR_TESTS],
    ['path of the build folder', [process.cwd()]],
  ] as const) {
    test(`contains no ${what}`, () => {
      const files = PRODUCTION.flatMap((folder) => filesIn(folder, /\.(js|html|css|json|map)$/));
      expect(files.length).toBeGreaterThan(20);
      const guilty = files.filter((file) => {
        const text = readFileSync(file, 'utf8');
        return marks.some((mark) => text.includes(mark));
      });
      expect(guilty).toEqual([]);
    });
  }
});

test.describe('the code for the browser', () => {
  const app = assets(/^(react|solana|main)\..*\.js$/);

  test('fits its budget for the first load', () => {
    expect(app).toHaveLength(3);
    expect(compressedSize(app)).toBeLessThanOrEqual(MAX_COMPRESSED_BYTES.app);
  });

  test('fits its budget for the collapse', () => {
    const collapse = assets(/^collapse\..*\.js$/);
    expect(collapse).toHaveLength(1);
    expect(compressedSize(collapse)).toBeLessThanOrEqual(MAX_COMPRESSED_BYTES.collapse);
  });

  test('has no static blocks or lookbehinds', () => {
    for (const file of assets(/\.js$/)) {
      const code = readFileSync(path.join(process.cwd(), ASSETS, file), 'utf8');
      const tree = JSON.stringify(parseSync(code, { syntax: 'ecmascript', target: 'esnext' }));
      expect(tree).toContain('"type":"Module"');
      // Safari supports static blocks and lookbehinds only from 16.4.
      expect(tree, file).not.toMatch(/"type":"StaticBlock"|"type":"RegExpLiteral"[^}]*\(\?<[=!]/);
    }
  });

  test('is split into small files, except for the first load', () => {
    const others = assets(/\.js$/).filter((file) => !app.includes(file));
    expect(others.length).toBeGreaterThan(5);
    const large = others.filter(
      (file) => compressedSize([file]) > MAX_COMPRESSED_BYTES.anyOtherPart,
    );
    expect(large).toEqual([]);
  });
});

test.describe('the served pages', () => {
  test('fit their budget, styles included', async ({ product, chain }) => {
    for (const page of PAGES) {
      const response = await fetch(`${product.origin}${page}`, {
        headers: { 'accept-encoding': 'br' },
      });
      expect(response.headers.get('content-encoding')).toBe('br');
      // The size depends on the mint and the port, which are random here, by up to 100 bytes.
      const html = (await response.text())
        .replaceAll(chain.mint, MINT)
        .replaceAll(new URL(product.origin).port, '3000');
      expect(brotliCompressSync(html).length, page).toBeLessThanOrEqual(MAX_COMPRESSED_BYTES.page);
    }
  });

  test('use no media query with a range, or with `not` but no media type', async ({ product }) => {
    const [, styles = ''] =
      /<style>(.*?)<\/style>/s.exec(await (await fetch(product.origin)).text()) ?? [];
    expect(styles).toContain('@media');
    // Safari supports ranges, and `not` without a media type, only from 16.4.
    expect(styles.match(/@media (not \(|[^{]*[<>])[^{]*/g)).toBeNull();
  });

  test('come with a list of third-party code, all of it under allowed licences', async ({
    product,
  }) => {
    const response = await fetch(`${product.origin}/notices.txt`);
    const notices = (await response.text()).matchAll(/^(\S+) [\d.]+ · (.+)$/gm);
    const licences = new Map(Array.from(notices, ([, name = '', licence = '']) => [name, licence]));
    expect(licences.get('@fontsource/instrument-serif')).toBe('OFL-1.1');
    expect(licences.get('react-dom')).toBe('MIT');
    const others = [...licences].filter(([, licence]) => !ALLOWED_LICENCES.has(licence));
    expect(others).toEqual([]);
  });

  test('have a favicon.ico of 32 × 32 px', async ({ product }) => {
    const response = await fetch(`${product.origin}/favicon.ico`);
    expect(response.headers.get('content-type')).toMatch(/^image\//);
    const icon = Buffer.from(await response.arrayBuffer());
    const { width, height } = PNG.sync.read(icon.subarray(icon.readUInt32LE(18)));
    expect([width, height]).toEqual([32, 32]);
  });

  test('link to a manifest that says parody and has icons of the sizes that it states', async ({
    product,
  }) => {
    const response = await fetch(`${product.origin}/manifest.webmanifest`);
    expect(response.headers.get('content-type')).toContain('application/manifest+json');
    const { name, icons } = manifestSchema.parse(await response.json());
    expect(name).toMatch(/parody/i);
    const wanted = [...icons, { src: '/apple-touch-icon.png', sizes: '180x180' }];
    for (const { src, sizes } of wanted) {
      const picture = Buffer.from(await (await fetch(`${product.origin}${src}`)).arrayBuffer());
      expect(`${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`).toBe(sizes);
    }
    const page = await (await fetch(product.origin)).text();
    for (const link of ['rel="manifest"', 'rel="apple-touch-icon"', 'name="theme-color"']) {
      expect(page).toContain(link);
    }
  });

  test('have a robots.txt that excludes the API, and a sitemap of the screens with a fixed path', async ({
    product,
  }) => {
    const read = async (address: string) => (await fetch(address)).text();
    const robots = await read(`${product.origin}/robots.txt`);
    expect(robots).toMatch(/^User-agent: \*\nDisallow: \/api\/$/m);
    const sitemap = await read(/^Sitemap: (.*)$/m.exec(robots)?.[1] ?? '');
    expect(
      sitemap
        .trim()
        .split('\n')
        .map((address) => new URL(address).pathname),
    ).toEqual(SCREENS);
  });
});
