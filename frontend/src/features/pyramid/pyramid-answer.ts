import type { Pyramid, PyramidLevel, PyramidNode } from '@backend/pyramid/pyramid.schema';
import { count, listOf, objectOf, oneOf, text, type Check } from '@/lib/check';

type KnownLevel = Omit<PyramidLevel, 'shown'>;

export interface KnownPyramid extends Omit<Pyramid, 'levels' | 'nodes'> {
  readonly levels: readonly KnownLevel[];
  readonly nodes: readonly PyramidNode[];
}

/**
 * Returns a check for the pyramid of this wallet. An answer fails if it lists a recruit twice, or before its referrer.
 */
export function pyramidAnswer(wallet: string): Check<KnownPyramid> {
  const pyramid = objectOf<KnownPyramid>({
    wallet: oneOf(wallet),
    levels: listOf(level),
    nodes: listOf(node),
    complete: oneOf(true, false),
  });
  return (value) => {
    const known = pyramid(value);
    return known && stands(known) ? known : undefined;
  };
}

const level = objectOf<KnownLevel>({ level: count, recruits: count, proven: count });

const node = objectOf<PyramidNode>({
  wallet: text,
  referrer: text,
  level: count,
  status: oneOf('claimed', 'proven'),
  recruits: count,
});

function stands({ wallet, nodes }: KnownPyramid): boolean {
  const above = new Set([wallet]);
  return nodes.every((node) => {
    const holds = above.has(node.referrer) && !above.has(node.wallet);
    above.add(node.wallet);
    return holds;
  });
}
