const VALUES = [
  ['Transparency', 'You can see straight to the bottom from here. That is what the height is for.'],
  ['Innovation', 'We considered the wheel. It lacked a top.'],
  ['Community', 'Our collective term for everyone below.'],
  ['Sustainability', 'Runs entirely on people, a resource we are told is renewable.'],
  ['Accountability', 'Handled by the level below.'],
  ['Integrity', 'Scheduled.'],
];

/** What the company believes in. */
export function CoreValues() {
  return (
    <dl className="grid gap-x-10 gap-y-7 sm:grid-cols-2">
      {VALUES.map(([value, meaning]) => (
        <div key={value}>
          <dt className="font-display text-subheading text-gold-bright">{value}</dt>
          <dd className="mt-1 max-w-[26em] text-stone">{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
