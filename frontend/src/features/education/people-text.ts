const compact = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  compactDisplay: 'long',
  maximumFractionDigits: 1,
});

/** A number of people, to be read at a glance. */
export function peopleText(people: number): string {
  return compact.format(people);
}
