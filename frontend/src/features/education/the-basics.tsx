const PARTS = [
  ['The top', 'Where the money arrives. Seating is limited to people who were already sitting.'],
  ['The middle', 'Where the enthusiasm is made. It is shipped downwards daily.'],
  ['The bottom', 'Offered a ground-floor opportunity. Receives a ground floor.'],
];

export function TheBasics() {
  return (
    <>
      <p className="max-w-[56ch] text-xl leading-snug">
        A pyramid scheme is a company whose only product is the next customer.
      </p>
      <dl className="mt-6 space-y-5">
        {PARTS.map(([part, meaning]) => (
          <div key={part} className="grid gap-x-6 sm:grid-cols-[8rem_1fr]">
            <dt className="font-display text-2xl leading-tight text-gold-bright">{part}</dt>
            <dd className="max-w-[52ch] text-stone">{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-6 max-w-[56ch]">
        There is also a slide deck, which explains that this is not a pyramid, using a picture of a
        pyramid that has been called a flywheel.
      </p>
    </>
  );
}
