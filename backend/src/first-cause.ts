/** What an error comes from in the end, in its own words; null when it comes from nothing else. */
export function firstCause({ cause }: Error): string | null {
  if (!(cause instanceof Error)) return null;
  return firstCause(cause) ?? cause.message;
}
