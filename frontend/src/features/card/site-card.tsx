import { CardWords, MARGIN } from './card-words';

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
