const compact = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  compactDisplay: 'long',
  maximumFractionDigits: 1,
});

/** A number of people, to be read at a glance. */
export function peopleText(people: number): string {
  return compact.format(people);
}

const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 });

/** The same where there is little room: `820M`. */
export function shortPeopleText(people: number): string {
  return short.format(people);
}
