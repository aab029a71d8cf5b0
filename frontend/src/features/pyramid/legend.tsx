import { PALETTE } from '@/components/art/palette';
import { UNMET } from './pyramid-drawing';

/** What the three kinds of stone mean. They differ in more than colour. */
export function Legend() {
  return (
    <ul className="mt-4 grid gap-x-6 gap-y-2 text-[0.9375rem] text-stone sm:grid-cols-3">
      <Entry look="solid">Solid gold: proven. The recruit signed for it.</Entry>
      <Entry look="hollow">Hollow: claimed. Somebody said so.</Entry>
      <Entry look="dark">Dark: nobody yet. This is the business plan.</Entry>
    </ul>
  );
}

interface EntryProps {
  readonly look: 'solid' | 'hollow' | 'dark';
  readonly children: string;
}

function Entry({ look, children }: EntryProps) {
  return (
    <li className="flex items-start gap-3">
      <svg viewBox="0 0 28 16" className="mt-1 h-4 w-7 shrink-0" aria-hidden="true">
        <path d="M4 1H24L27 15H1Z" fill={look === 'dark' ? UNMET : PALETTE.gold} />
        {look === 'hollow' ? <path d="M6 4H22L24 12H4Z" fill={PALETTE.night} /> : null}
      </svg>
      {children}
    </li>
  );
}
