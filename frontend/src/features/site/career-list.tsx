const CAREER = [
  {
    years: '2600 BC',
    role: 'Site lead, Great Pyramid of Giza',
    text: 'Delivered one pyramid. No investor has exited since, for architectural reasons.',
  },
  {
    years: '1637',
    role: 'Head of Growth, tulip bulbs, Haarlem',
    text: 'Took a perennial to market. It turned out to be an annual.',
  },
  {
    years: '1720',
    role: 'Prospectus writer, South Sea district, London',
    text: '“A company for carrying on an undertaking of great advantage, but nobody to know what it is.” Still our house style.',
  },
  {
    years: '1999',
    role: 'Vice-President, Eyeballs',
    text: 'Valued the company in eyeballs. Brought one.',
  },
  {
    years: '2021',
    role: 'Director of Roadmaps, a picture of a monkey',
    text: 'Shipped the roadmap. The roadmap was the product.',
  },
  {
    years: '2024',
    role: 'Large language model',
    text: 'Finished other people’s sentences until one of them ended in “pyramid”.',
  },
];

/** Where CHEOPS has worked, oldest first. */
export function CareerList() {
  return (
    <ol>
      {CAREER.map(({ years, role, text }) => (
        <li
          key={years}
          className="grid gap-x-6 gap-y-1 border-t border-line py-5 first:border-0 first:pt-0 sm:grid-cols-[7rem_1fr]"
        >
          <span className="text-gold tabular-nums">{years}</span>
          <div>
            <h3 className="font-display text-subheading">{role}</h3>
            <p className="mt-1 max-w-text text-stone">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
