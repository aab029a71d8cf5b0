import type { Pyramid, PyramidLevel, PyramidNode } from '@backend/pyramid/pyramid.schema';
import { count, listOf, objectOf, oneOf, text, type Check, type Known } from '@/lib/check';

type ReadLevel = Omit<PyramidLevel, 'shown'>;

export type KnownLevel = Known<ReadLevel, 'level' | 'recruits'>;

export type KnownNode = Known<PyramidNode, 'wallet' | 'referrer' | 'level'>;

interface ReadPyramid extends Omit<Pyramid, 'levels' | 'nodes'> {
  readonly levels: readonly KnownLevel[];
  readonly nodes: readonly KnownNode[];
}

/** The fields that the drawing needs. */
export type KnownPyramid = Known<ReadPyramid, 'wallet' | 'levels' | 'nodes'>;

/** Returns a check that an answer is this wallet's pyramid, and that every node follows its parent. */
export function pyramidAnswer(wallet: string): Check<KnownPyramid> {
  const pyramid = objectOf<ReadPyramid, 'wallet' | 'levels' | 'nodes'>(
    { wallet: oneOf(wallet), levels: listOf(level), nodes: listOf(node) },
    { complete: oneOf(true, false) },
  );
  return (value) => {
    const known = pyramid(value);
    return known && stands(known) ? known : undefined;
  };
}

const level = objectOf<ReadLevel, 'level' | 'recruits'>(
  { level: count, recruits: count },
  { proven: count },
);

const node = objectOf<PyramidNode, 'wallet' | 'referrer' | 'level'>(
  { wallet: text, referrer: text, level: count },
  { status: oneOf('claimed', 'proven'), recruits: count },
);

function stands({ wallet, nodes }: KnownPyramid): boolean {
  const above = new Set([wallet]);
  return nodes.every((node) => {
    const holds = above.has(node.referrer) && !above.has(node.wallet);
    above.add(node.wallet);
    return holds;
  });
}
