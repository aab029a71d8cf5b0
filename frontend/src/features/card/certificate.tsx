import type { CSSProperties } from 'react';
import type { CardFacts } from '@backend/card/card-facts';
import type { LevelName } from '@/features/levels/levels';
import { formatCount, shortenAddress } from '@/lib/format';
import { CardWords } from './card-words';
import { PALETTE } from './palette';

const PHRASE: CSSProperties = { marginTop: 20, color: PALETTE.stone, fontSize: 27 };

interface CertificateProps extends CardFacts {
  readonly level: LevelName;
}

/** A wallet's card: what it has achieved, certified without a straight face being lost. */
export function Certificate({ wallet, provenRecruits, rank, level }: CertificateProps) {
  return (
    <CardWords>
      <span style={{ ...PHRASE, marginTop: 40 }}>Certificate of participation, issued to</span>
      <span style={{ marginTop: 4, color: PALETTE['gold-bright'], fontSize: 56, fontWeight: 500 }}>
        {shortenAddress(wallet)}
      </span>
      <span style={PHRASE}>who is, as far as recruits go, a</span>
      <span
        style={{
          fontFamily: 'Instrument Serif',
          fontSize: 92,
          lineHeight: 1,
          marginTop: 4,
          marginLeft: -3,
        }}
      >
        {level}
      </span>
      <span style={{ marginTop: 56, fontSize: 31 }}>{record(provenRecruits, rank)}</span>
      <span style={{ marginTop: 'auto', color: PALETTE.stone, fontSize: 24 }}>
        Shares were not examined, out of respect.
      </span>
    </CardWords>
  );
}

/** What is on record of a wallet, in a line. */
function record(provenRecruits: number, rank: number | null): string {
  if (rank === null && provenRecruits === 0) return 'No recruits. An unblemished record.';
  const recruits = provenRecruits === 1 ? 'proven recruit' : 'proven recruits';
  const place = rank === null ? 'unranked' : `ranked ${formatCount(rank)}`;
  return `${formatCount(provenRecruits)} ${recruits}, ${place}`;
}
