import type { Pyramid, PyramidLevel, PyramidNode } from '@backend/pyramid/pyramid.schema';
import {
  isCount,
  isReturns,
  isText,
  listOf,
  oneOf,
  orMissing,
  shapeOf,
  type Shape,
} from '@/lib/shape';

/** Tells whether an answer is the pyramid of a wallet, in which everybody stands below somebody who came before. */
export function isPyramidOf(wallet: string): Shape<Pyramid> {
  const hasFields = shapeOf<Pyramid>({
    wallet: oneOf(wallet),
    levels: listOf(
      shapeOf<PyramidLevel>({ level: isCount, recruits: isCount, proven: isCount, shown: isCount }),
    ),
    nodes: listOf(
      shapeOf<PyramidNode>({
        wallet: isText,
        referrer: isText,
        level: isCount,
        status: oneOf('claimed', 'proven'),
        recruits: isCount,
      }),
    ),
    complete: oneOf(true, false),
    returns: orMissing(isReturns),
  });
  return (value): value is Pyramid => hasFields(value) && stands(value);
}

function stands({ wallet, nodes }: Pyramid): boolean {
  const above = new Set([wallet]);
  return nodes.every((node) => {
    const holds = above.has(node.referrer) && !above.has(node.wallet);
    above.add(node.wallet);
    return holds;
  });
}
