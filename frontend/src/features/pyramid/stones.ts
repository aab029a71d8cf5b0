import { hierarchy, partition, stratify, type HierarchyNode } from 'd3-hierarchy';
import type { Pyramid, PyramidNode } from '@backend/pyramid/pyramid.schema';

/** A recruit as a stone. Its place is a part of its course, from 0 at the left edge to 1 at the right. */
export interface Stone {
  readonly node: PyramidNode;
  readonly from: number;
  readonly to: number;
  /** Direct recruits that are not drawn. */
  readonly missing: number;
}

/** The top of a pyramid, or somebody below it. */
type Member = Pick<PyramidNode, 'wallet'> & { readonly node: PyramidNode | null };

/**
 * Cuts a pyramid into stones, an array a level. Recruits stand under whoever recruited them; those with the most below
 * them stand in the middle.
 */
export function cutStones({ wallet, nodes }: Pick<Pyramid, 'wallet' | 'nodes'>): Stone[][] {
  const root = hierarchyOf(wallet, nodes).count();
  root.each((member) => {
    if (member.children) member.children = biggestInTheMiddle(member.children);
  });
  const levels: Stone[][] = [];
  for (const { data, depth, children = [], x0, x1 } of partition<Member>()(root)) {
    if (data.node === null) continue;
    const missing = data.node.recruits - children.length;
    (levels[depth - 1] ??= []).push({ node: data.node, from: x0, to: x1, missing });
  }
  return levels;
}

function hierarchyOf(wallet: string, nodes: readonly PyramidNode[]): HierarchyNode<Member> {
  if (nodes.length === 0) return hierarchy<Member>({ wallet, node: null });
  return stratify<Member>()
    .id((member) => member.wallet)
    .parentId((member) => member.node?.referrer)([
    { wallet, node: null },
    ...nodes.map((node) => ({ wallet: node.wallet, node })),
  ]);
}

function biggestInTheMiddle(siblings: HierarchyNode<Member>[]): HierarchyNode<Member>[] {
  const bySize = siblings.toSorted((a, b) => b.height - a.height || valueOf(b) - valueOf(a));
  const left = bySize.filter((_, index) => index % 2 === 1);
  const right = bySize.filter((_, index) => index % 2 === 0);
  return [...left.reverse(), ...right];
}

function valueOf({ value = 0 }: HierarchyNode<Member>): number {
  return value;
}
