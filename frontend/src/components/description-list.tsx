interface DescriptionListProps {
  /** Explanations by statement. */
  readonly statements: Readonly<Record<string, string>>;
}

/** Statements in large type, each with its explanation. */
export function DescriptionList({ statements }: DescriptionListProps) {
  return (
    <dl>
      {Object.entries(statements).map(([statement, explanation]) => (
        <div
          key={statement}
          className="grid gap-x-8 gap-y-1.5 border-b border-line py-5 first:pt-0 last:border-0 sm:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]"
        >
          <dt className="font-display text-2xl leading-tight text-balance text-gold-bright">
            {statement}
          </dt>
          <dd className="max-w-text text-stone">{explanation}</dd>
        </div>
      ))}
    </dl>
  );
}
