import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { PROGRAM } from '../src/ops/program.js';
import { SETTING_NAMES } from '../src/settings.js';

const PAGES = ['README.md', ...readdirSync('docs').map((name) => join('docs', name))].filter(
  (path) => path.endsWith('.md'),
);

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

/** File names that a page may use without a folder. */
const FILES = new Set(
  ['backend/src', 'backend/test', 'frontend/src']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    .concat(readdirSync('.'))
    .map((path) => basename(path)),
);

const SOURCES = ['backend/src', 'backend/commands', 'frontend/src', 'e2e'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|js)$/.test(name) && !name.startsWith('dist'))
    .map((name) => join(folder, name)),
);

/** Names in capitals that a page may use. */
const CONSTANTS = new Set(
  [...SOURCES, 'jest.config.js']
    .flatMap((path) => found(readFileSync(path, 'utf8'), /\b([A-Z]+(?:_[A-Z]+)+)\b/g))
    .concat('HTTPS_PROXY', 'NODE_USE_ENV_PROXY'),
);

function found(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, capture = '']) => capture);
}

describe.each(PAGES)('%s', (page) => {
  const text = readFileSync(page, 'utf8');

  test('names only existing files and folders of the repository', () => {
    const paths = found(text, /(?<![\w/.-])((?:backend|frontend|e2e|docs|deploy)\/[\w./-]*\w)/g);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
    const names = found(text, /`([\w.-]+\.(?:tsx?|js|css|svg|ya?ml|md|sh|conf|service))`/g);
    expect(names.filter((name) => !FILES.has(name))).toEqual([]);
  });

  // The changelog may also name settings that no longer exist.
  (page.endsWith('changelog.md') ? test.skip : test)(
    'names only existing settings and constants',
    () => {
      const names = found(text, /`([A-Z]+(?:_[A-Z]+)+)\b/g);
      expect(names.filter((name) => !CONSTANTS.has(name))).toEqual([]);
    },
  );

  test('links within the repository only to existing pages, pictures and headings', () => {
    const links = found(text, /\]\((?!https?:)([^)]+)\)/g);
    const broken = links.filter((link) => {
      const [path = '', heading] = link.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      return !existsSync(target) || (heading !== undefined && !anchorsOf(target).includes(heading));
    });
    expect(broken).toEqual([]);
  });

  test('has valid shell syntax in every sh block', () => {
    const blocks = found(text, /^```sh\n([^]*?)^```$/gm);
    expect(blocks.filter((block) => spawnSync('sh', ['-n', '-c', block]).status !== 0)).toEqual([]);
  });

  test('names only existing npm scripts and ops commands', () => {
    const names = found(text, /npm run (?:-s )?([\w:]+)/g);
    expect(names.filter((name) => !(name in scripts))).toEqual([]);
    const commands = PROGRAM.commands.map((command) => command.name());
    const called = found(
      text,
      /(?:^(?:\$ )?|`|&& |pyramidion |run -s )ops (?:-- )?([a-z][a-z-]*)/gm,
    );
    expect(called.filter((name) => !commands.includes(name))).toEqual([]);
  });
});

test('code cites only existing headings of docs/product.md', () => {
  const headings = found(readFileSync('docs/product.md', 'utf8'), /^## (.*)$/gm);
  const cited = SOURCES.flatMap((path) =>
    found(readFileSync(path, 'utf8'), /docs\/product\.md, ([^):\n]+)/g),
  );
  expect(cited).not.toHaveLength(0);
  expect(cited.filter((heading) => !headings.includes(heading))).toEqual([]);
});

test('docs/settings.md lists every setting and no other', () => {
  const items = found(readFileSync('docs/settings.md', 'utf8'), /^- (`[^:(]*)/gm);
  const named = items.flatMap((item) => found(item, /`(\w+)`/g));
  expect(named.sort()).toEqual([...SETTING_NAMES].sort());
});

test('docs/faults.md names every torture scenario', () => {
  const page = readFileSync('docs/faults.md', 'utf8');
  const scenarios = found(
    readFileSync('backend/torture/scenarios.ts', 'utf8'),
    /^  \['([\w-]+)',/gm,
  );
  expect(scenarios).not.toHaveLength(0);
  expect(scenarios.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

function anchorsOf(page: string): string[] {
  return found(readFileSync(page, 'utf8'), /^#+ (.*)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
}
