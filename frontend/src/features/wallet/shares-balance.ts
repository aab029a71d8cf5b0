/** What a node says of one token account, before anybody has looked at it. */
export interface TokenAccount {
  readonly account: { readonly data: { readonly parsed?: unknown } };
}

interface TokenAmount {
  readonly amount: string;
  readonly decimals: number;
}

/**
 * The sum over all of an owner's token accounts for the mint, divided by 10 to the power of its
 * decimals. Amounts that are not a number are skipped (specification, section 5). Summed in whole
 * units, so that nothing is rounded on the way.
 */
export function sumShares(accounts: readonly TokenAccount[]): number {
  const amounts = accounts.map(({ account }) => account.data.parsed).flatMap(tokenAmount);
  const units = amounts.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const decimals = amounts[0]?.decimals ?? 0;
  return Number(units) / 10 ** decimals;
}

function tokenAmount(parsed: unknown): TokenAmount[] {
  const { amount, decimals } = child(child(child(parsed, 'info'), 'tokenAmount'));
  if (typeof amount !== 'string' || !/^\d+$/.test(amount)) return [];
  if (typeof decimals !== 'number' || !Number.isInteger(decimals)) return [];
  return [{ amount, decimals }];
}

/** One member of a value that may be anything, or the members of it when no name is given. */
function child(value: unknown, name?: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return {};
  const members: Record<string, unknown> = { ...value };
  return name === undefined ? members : child(members[name]);
}
