const KEY = [
  ['bg-gold', 'fits into the United States'],
  ['bg-gold-deep', 'needs the rest of the world'],
];

/** What the courses of the chart stand for; the last says so itself. */
export function CollapseKey() {
  return (
    <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-stone">
      {KEY.map(([look, meaning]) => (
        <li key={meaning} className="flex items-center gap-2">
          <span aria-hidden="true" className={`h-3 w-5 forced-color-adjust-none ${look ?? ''}`} />
          {meaning}
        </li>
      ))}
    </ul>
  );
}
