import { CardWords } from './card-words';
import { PALETTE } from './palette';

/** The card of the site itself. */
export function SiteCard() {
  return (
    <CardWords>
      <span
        style={{
          width: 620,
          marginTop: 62,
          fontFamily: 'Instrument Serif',
          fontSize: 100,
          lineHeight: 0.95,
        }}
      >
        The AI-run pyramid scheme that admits it.
      </span>
      <span style={{ marginTop: 'auto', color: PALETTE.stone, fontSize: 27 }}>
        Nothing is for sale. The exit is where you came in.
      </span>
    </CardWords>
  );
}
