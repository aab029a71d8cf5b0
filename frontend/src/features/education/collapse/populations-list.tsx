import { formatPeople } from '@/lib/format';
import { HUMANITY } from './humanity';
import { levelsUntilBeyond, POPULATIONS, shareWithNobodyBelow } from './closed-form';

export function Populations({ each, title }: { readonly each: number; readonly title: string }) {
  const share = (100 * shareWithNobodyBelow(HUMANITY.people, each)).toFixed(1);
  return (
    <div className="@container">
      <h3 className="font-medium">{title}</h3>
      <dl className="mt-2 grid max-w-xl gap-x-14 border-t border-line @5xl:max-w-none @5xl:grid-cols-2">
        {POPULATIONS.map(({ name, people }) => (
          <div
            key={name}
            className="flex justify-between gap-x-4 border-b border-line py-2.5 max-2xs:flex-wrap"
          >
            <dt>
              {name}
              <span className="block text-sm text-stone">{formatPeople(people)}</span>
            </dt>
            <dd className="shrink-0 text-gold-bright tabular-nums">
              {`used up on level ${levelsUntilBeyond(people, each).length}`}
            </dd>
          </div>
        ))}
        <div className="flex justify-between gap-x-4 border-b border-line py-2.5 max-2xs:flex-wrap">
          <dt>
            Recruits with nobody below them when it stops
            <span className="block text-sm text-stone">All of them on the last two levels</span>
          </dt>
          <dd className="shrink-0 text-ember tabular-nums">{`${share}%`}</dd>
        </div>
      </dl>
    </div>
  );
}
