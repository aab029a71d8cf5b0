import { cx } from 'class-variance-authority';

/** `holds` is null if the claim was not checked. */
export type CheckedLine = readonly [holds: boolean | null, claim: string];

export function CheckedLines({ lines }: { readonly lines: readonly CheckedLine[] }) {
  return (
    <ul className="flex flex-col gap-2 text-[0.9375rem]">
      {lines.map(([holds, claim]) => (
        <li
          key={claim}
          className="grid grid-cols-[3.75rem_1fr] sm:grid-cols-[6.5rem_1fr] gap-x-3 leading-snug"
        >
          <Result holds={holds} />
          <span className="min-w-0 break-words text-stone">{claim}</span>
        </li>
      ))}
    </ul>
  );
}

function Result({ holds }: { readonly holds: boolean | null }) {
  if (holds === null) return <strong className="font-medium text-sand">Not checked</strong>;
  return (
    <strong className={cx('font-medium', holds ? 'text-gold-bright' : 'text-ember')}>
      {holds ? 'Holds' : 'Fails'}
    </strong>
  );
}
