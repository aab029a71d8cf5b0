import type { ReactNode } from 'react';
import type { CardFacts } from '@backend/site/page';
import { WalletMark } from '@/components/art/wallet-mark';
import type { LevelName } from '@/features/levels/levels';
import { titleOf } from '@/lib/face';
import { formatCount, plural, shortenAddress } from '@/lib/format';

/** Where lines begin, in px from the left. */
export const MARGIN = 76;

/** The words that are on every card, its name and its stamp, and between the two what this one says. */
export function CardWords({ children }: { readonly children: ReactNode }) {
  return (
    <g fontFamily="Geist" className="fill-sand">
      <text x="136" y="102" fontFamily="Instrument Serif" fontSize="40">
        Pyramidion
      </text>
      {children}
      <text
        x="753"
        y="511"
        transform="rotate(-9 917 487)"
        fontFamily="Geist Medium"
        fontSize="68"
        letterSpacing="10"
        className="fill-ember"
      >
        PARODY
      </text>
    </g>
  );
}

interface CertificateProps extends CardFacts {
  readonly level: LevelName;
}

/** A wallet's card: what it has achieved, certified without a straight face being lost. */
export function Certificate({ wallet, provenRecruits, rank, level }: CertificateProps) {
  return (
    <CardWords>
      <text x={MARGIN} y="181" fontSize="27" className="fill-stone">
        Certificate of participation, issued to
      </text>
      <WalletMark wallet={wallet} x={MARGIN} y="206" width="52" height="43" />
      <text
        x={MARGIN + 70}
        y="248"
        fontFamily="Geist Medium"
        fontSize="56"
        className="fill-gold-bright"
      >
        {shortenAddress(wallet)}
      </text>
      <text x={MARGIN} y="313" fontSize="27" className="fill-stone">
        {`${titleOf(wallet)} and, as far as recruits go, a`}
      </text>
      <text x={MARGIN - 3} y="402" fontFamily="Instrument Serif" fontSize="92">
        {level}
      </text>
      <text x={MARGIN} y="504" fontSize="31">
        {record(provenRecruits, rank)}
      </text>
      <text x={MARGIN} y="567" fontSize="24" className="fill-stone">
        Shares were not examined, out of respect.
      </text>
    </CardWords>
  );
}

/** What is on record of a wallet, in a line. */
function record(provenRecruits: number, rank: number | null): string {
  if (rank === null && provenRecruits === 0) return 'No recruits. An unblemished record.';
  const place = rank === null ? 'unranked' : `ranked ${formatCount(rank)}`;
  return `${plural(provenRecruits, 'proven recruit')}, ${place}`;
}

const TITLE = ['The AI-run', 'pyramid scheme', 'that admits it.'];

/** The words on the card of the site itself. */
export function SiteCard() {
  return (
    <CardWords>
      <text y="257" fontFamily="Instrument Serif" fontSize="100">
        {TITLE.map((line, index) => (
          <tspan key={line} x={MARGIN} dy={index === 0 ? 0 : 95}>
            {line}
          </tspan>
        ))}
      </text>
      <text x={MARGIN} y="566" fontSize="27" className="fill-stone">
        Nothing is for sale. The exit is where you came in.
      </text>
    </CardWords>
  );
}
