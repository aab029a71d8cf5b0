import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { rootOf } from '../../test/support/merkle-root.js';
import { TiledTree } from '../../test/support/tiled-tree.js';
import { LogTree } from './log-tree.js';
import { hashLeaf, hashTile, parseTilePath, tilePath, tileWidth } from './merkle-tree.js';

const hash = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

const leafOf = (index: number): Buffer => hash(Buffer.from(`\0entry ${index}`));

const leavesOf = (size: number): Buffer[] => Array.from({ length: size }, (_, at) => leafOf(at));

const SIZES = [0, 1, 2, 3, 7, 8, 255, 256, 257, 511, 512, 700, 1_025];

describe('the tree of a log', () => {
  const treeOf = (size: number): LogTree =>
    new LogTree({
      size: () => Promise.resolve(size),
      entries: (begin, end) =>
        Promise.resolve(Array.from({ length: end - begin }, (_, at) => `entry ${begin + at}`)),
    });

  test.each([...SIZES, 70_000])(
    'of %i entries has the root hash of RFC 6962, and continues earlier roots',
    async (size) => {
      const leaves = leavesOf(size);
      const tree = treeOf(size);
      const head = { size, root: rootOf(leaves) };
      expect(await tree.headAfter(null)).toEqual(head);
      for (const old of [...SIZES, 100, 300, 699, 66_000].filter((each) => each <= size)) {
        const former = { name: '', size: old, root: rootOf(leaves.slice(0, old)) };
        expect(await tree.headAfter(former)).toEqual(head);
        expect(await tree.headAfter({ ...former, root: leafOf(-1) })).toBeNull();
      }
    },
  );

  test('has tiles from which a client computes its root and an earlier root', async () => {
    const tree = treeOf(70_000);
    await tree.grow();
    const leaves = leavesOf(70_000);
    const tiled = await TiledTree.read((...tile) => tree.hashes(...tile), 70_000, [66_000]);
    expect(await tiled.root()).toEqual(rootOf(leaves));
    expect(await tiled.root(66_000)).toEqual(rootOf(leaves.slice(0, 66_000)));
  });
});

test('the hash of a full tile is the root hash of its leaves', () => {
  const leaves = leavesOf(256);
  expect(hashTile(Buffer.concat(leaves))).toEqual(rootOf(leaves));
});

test('the hash of an entry is the leaf hash of RFC 6962', () => {
  expect(hashLeaf('entry 5')).toEqual(leafOf(5));
});

test.each([
  [0, 0, 256, '0/000'],
  [0, 999, 256, '0/999'],
  [0, 1_000, 256, '0/x001/000'],
  [1, 1_234_067, 256, '1/x001/x234/067'],
  [0, 273, 112, '0/273.p/112'],
  ['entries', 12, 1, 'entries/012.p/1'],
  [5, Number.MAX_SAFE_INTEGER, 255, '5/x009/x007/x199/x254/x740/991.p/255'],
] as const)('the path of tile %s/%i with a width of %i is %s', (level, number, width, path) => {
  expect(tilePath(level, number, width)).toBe(path);
  expect(parseTilePath(path)).toEqual({ level, number, width });
});

test.each([
  '',
  '0',
  '6/000',
  '00/000',
  '0/1',
  '0/-01',
  '0/000/',
  '0/000\n',
  '0/x000/001',
  '0/x001/x002',
  '0/000.p/0',
  '0/000.p/01',
  '0/000.p/256',
  '0/000.p/257',
  'entries/000.p/999',
  '0/x009/x007/x199/x254/x740/992',
  `0/${'x999/'.repeat(6)}999`,
])('no tile has the path %j', (path) => {
  expect(parseTilePath(path)).toBeNull();
});

test('a tree of 70,000 leaves has the tile widths of the specification’s example', () => {
  const widths = [
    [0, 272],
    [0, 273],
    [0, 274],
    [1, 0],
    [1, 1],
    [2, 0],
  ] as const;
  expect(widths.map(([level, number]) => tileWidth(70_000, level, number))).toEqual([
    256, 112, 0, 256, 17, 1,
  ]);
});

test.each([103, 3_001])('no tile has a path of %i groups of digits', (groups) => {
  expect(parseTilePath(`0/${'x999/'.repeat(groups - 1)}999`)).toBeNull();
});
