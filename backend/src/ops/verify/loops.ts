/**
 * One wallet of every loop.
 * @param referrers the referrer of each recruit
 */
export function findLoops(referrers: ReadonlyMap<string, string>): string[] {
  const loops: string[] = [];
  const walkOf = new Map<string, number>();
  let walk = 0;
  for (const start of referrers.keys()) {
    walk += 1;
    let wallet: string | undefined = start;
    while (wallet !== undefined && !walkOf.has(wallet)) {
      walkOf.set(wallet, walk);
      wallet = referrers.get(wallet);
    }
    if (wallet !== undefined && walkOf.get(wallet) === walk) loops.push(wallet);
  }
  return loops;
}
