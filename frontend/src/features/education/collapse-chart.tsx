import type { CollapseLevel } from './collapse';
import { peopleText } from './people-text';
import { HUMANITY, POPULATIONS } from './populations';

const WIDTH = 400;
const HEIGHT = 336;
const CENTRE = 166;
const BASE = 250;
/** Height of the last course, which has something to say. */
const LAST = 30;
const MOST_LABELS = 16;
const [COUNTRY = HUMANITY] = POPULATIONS;

interface CollapseChartProps {
  readonly levels: readonly CollapseLevel[];
  /** What the chart shows, in a sentence. */
  readonly summary: string;
}

/** A course for each level, as wide as the logarithm of everyone recruited by then. */
export function CollapseChart({ levels, summary }: CollapseChartProps) {
  const height = (HEIGHT - LAST) / (levels.length - 1);
  const labelEvery = Math.ceil(levels.length / MOST_LABELS);
  const widest = Math.log(levels.at(-1)?.total ?? 1);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={summary}
      className="mt-4 block w-full max-w-xl fill-stone text-[12px] tabular-nums forced-colors:fill-[CanvasText]"
    >
      {levels.map(({ level, total }) => {
        const width = (BASE * Math.log(total)) / widest;
        const top = height * (level - 1);
        const tall = level === levels.length ? LAST : height;
        const labelled = (levels.length - level) % labelEvery === 0;
        const baseline = tenths(top + tall / 2 + 4);
        return (
          <g key={level}>
            <rect
              x={tenths(CENTRE - width / 2)}
              y={tenths(top + 1)}
              width={tenths(width)}
              height={tenths(tall - 2)}
              className={looksOf(total)}
            />
            {labelled ? (
              <>
                <text x="0" y={baseline}>
                  {level}
                </text>
                <text x={WIDTH} y={baseline} textAnchor="end">
                  {peopleText(total)}
                </text>
              </>
            ) : null}
          </g>
        );
      })}
      <text
        x={CENTRE}
        y={HEIGHT - LAST / 2 + 4}
        textAnchor="middle"
        className="fill-ember forced-colors:fill-[CanvasText]"
      >
        people who do not exist
      </text>
    </svg>
  );
}

/** As exact as anybody can see, in a fraction of the digits. */
function tenths(length: number): number {
  return Math.round(10 * length) / 10;
}

function looksOf(total: number): string {
  if (total > HUMANITY.people) return 'fill-transparent stroke-ember [stroke-dasharray:4_3]';
  return total > COUNTRY.people ? 'fill-gold-deep' : 'fill-gold';
}
