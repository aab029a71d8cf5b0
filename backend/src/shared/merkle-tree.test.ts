import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { rootOf } from '../../test/support/merkle-root.js';
import {
  hashLeaf,
  hashTile,
  MerkleTree,
  parseTilePath,
  tilePath,
  tileWidth,
  type Sha256,
} from './merkle-tree.js';

const hash = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

const sha256: Sha256 = (bytes) => Promise.resolve(hash(bytes));

const leafOf = (index: number): Buffer => hash(Buffer.from(`\0entry ${index}`));

const leavesOf = (size: number): Buffer[] => Array.from({ length: size }, (_, at) => leafOf(at));

function tilesOf(leaves: readonly Buffer[]) {
  return (level: number, number: number, width: number): Promise<Uint8Array> => {
    const span = 256 ** level;
    const hashes = Buffer.concat(
      Array.from({ length: width }, (_, index) => {
        const first = (number * 256 + index) * span;
        return rootOf(leaves.slice(first, first + span));
      }),
    );
    return Promise.resolve(hashes);
  };
}

const SIZES = [0, 1, 2, 3, 7, 8, 255, 256, 257, 511, 512, 700, 1_025];

describe('a Merkle tree', () => {
  test.each(SIZES)('of %i leaves returns the root hashes of RFC 6962', async (size) => {
    const leaves = leavesOf(size);
    const sizes = [...SIZES, 100, 300, 699].filter((old) => old <= size);
    const tree = await MerkleTree.read(sha256, tilesOf(leaves), size, sizes);
    expect(await tree.root()).toEqual(rootOf(leaves));
    for (const old of sizes) expect(await tree.root(old)).toEqual(rootOf(leaves.slice(0, old)));
  });

  test('of 70,000 leaves returns the root hash of RFC 6962, from three levels of tiles', async () => {
    const leaves = leavesOf(70_000);
    const tree = await MerkleTree.read(sha256, tilesOf(leaves), 70_000, [66_000]);
    expect(await tree.root()).toEqual(rootOf(leaves));
    expect(await tree.root(66_000)).toEqual(rootOf(leaves.slice(0, 66_000)));
  });

  test('has another root hash if a tile was changed', async () => {
    const leaves = leavesOf(700);
    const forged = [...leaves];
    forged[300] = leafOf(9_999);
    const lying = tilesOf(forged);
    const tree = await MerkleTree.read(
      sha256,
      (level, ...rest) => (level === 0 ? lying : tilesOf(leaves))(level, ...rest),
      700,
      [400],
    );
    expect(await tree.root()).not.toEqual(rootOf(leaves));
  });

  test('rejects a tile of the wrong length', async () => {
    const short = () => Promise.resolve(new Uint8Array(32));
    await expect(MerkleTree.read(sha256, short, 2)).rejects.toThrow('wrong length');
  });

  test.each([Infinity, Number.NaN, 2 ** 53, 0.5])('rejects a size of %d', async (size) => {
    await expect(MerkleTree.read(sha256, tilesOf([]), size)).rejects.toThrow(RangeError);
  });
});

test('the hash of a full tile is the root hash of its leaves', async () => {
  const leaves = leavesOf(256);
  expect(await hashTile(sha256, Buffer.concat(leaves))).toEqual(new Uint8Array(rootOf(leaves)));
});

test('the hash of an entry is the leaf hash of RFC 6962', async () => {
  expect(await hashLeaf(sha256, Buffer.from('entry 5'))).toEqual(leafOf(5));
});

test.each([
  [0, 0, 256, '0/000'],
  [0, 999, 256, '0/999'],
  [0, 1_000, 256, '0/x001/000'],
  [1, 1_234_067, 256, '1/x001/x234/067'],
  [0, 273, 112, '0/273.p/112'],
  ['entries', 12, 1, 'entries/012.p/1'],
  [5, Number.MAX_SAFE_INTEGER, 255, '5/x009/x007/x199/x254/x740/991.p/255'],
] as const)('the path of tile %s/%i of %i hashes is %s', (level, number, width, path) => {
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

test.each([102, 3_000])('no tile has a path of more than %i groups of digits', (groups) => {
  expect(parseTilePath(`0/${'x999/'.repeat(groups)}999`)).toBeNull();
});
