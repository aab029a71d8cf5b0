import { describe, expect, test } from '@jest/globals';
import type { PyramidNode } from '@backend/pyramid/pyramid.schema';
import fc from 'fast-check';
import { cutStones, type Stone } from './stones';

const TOP = 'top';

function member(wallet: string, referrer: string, level: number, recruits = 0): PyramidNode {
  return { wallet, referrer, level, status: 'claimed', recruits };
}

/** Any pyramid, as the server sends it: each wallet after its referrer. */
const pyramid = fc.array(fc.nat(), { maxLength: 60 }).map((choices) => {
  const nodes: PyramidNode[] = [];
  for (const [index, choice] of choices.entries()) {
    const referrer = nodes[choice % (index + 1)];
    nodes.push(member(`w${index}`, referrer?.wallet ?? TOP, (referrer?.level ?? 0) + 1));
  }
  return nodes.sort((a, b) => a.level - b.level);
});

function stoneOf(stones: readonly Stone[][], wallet: string): Stone | undefined {
  return stones.flat().find(({ node }) => node.wallet === wallet);
}

describe('the stones of a pyramid', () => {
  test('are one for each wallet, on its level', () => {
    fc.assert(
      fc.property(pyramid, (nodes) => {
        const stones = cutStones({ wallet: TOP, nodes });
        expect(stones.flat()).toHaveLength(nodes.length);
        for (const [index, level] of stones.entries()) {
          for (const { node } of level) expect(node.level).toBe(index + 1);
        }
      }),
    );
  });

  test('stand under whoever recruited them, and never on one another', () => {
    fc.assert(
      fc.property(pyramid, (nodes) => {
        const stones = cutStones({ wallet: TOP, nodes });
        for (const level of stones) {
          let reached = 0;
          for (const { node, from, to } of level) {
            const above = stoneOf(stones, node.referrer) ?? { from: 0, to: 1 };
            expect(from).toBeGreaterThanOrEqual(Math.max(above.from, reached) - 1e-9);
            expect(to).toBeLessThanOrEqual(above.to + 1e-9);
            reached = to;
          }
        }
      }),
    );
  });

  test('with the most below them stand in the middle', () => {
    const nodes = [
      member('a', TOP, 1),
      member('b', TOP, 1),
      member('deep', TOP, 1, 1),
      member('below', 'deep', 2),
    ];
    const [first] = cutStones({ wallet: TOP, nodes });
    expect(first?.map(({ node }) => node.wallet)[1]).toBe('deep');
  });

  test('say how many of their recruits are not drawn', () => {
    const nodes = [member('a', TOP, 1, 7), member('b', 'a', 2)];
    expect(stoneOf(cutStones({ wallet: TOP, nodes }), 'a')?.missing).toBe(6);
  });

  test('are none below somebody who recruited nobody', () => {
    expect(cutStones({ wallet: TOP, nodes: [] })).toEqual([]);
  });
});
