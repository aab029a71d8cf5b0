import { Minus, Plus } from 'lucide-react';
import { useRef, useState, type MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router-dom';
import { PALETTE } from '@/components/art/palette';
import { Avatar } from '@/components/art/avatar';
import { Button } from '@/components/ui/button';
import { pyramidPath } from '@/config/paths';
import { formatCount, plural, shortenAddress } from '@/lib/format';
import {
  lineageOf,
  lineageOutline,
  missingBelow,
  stoneAt,
  type Blueprint,
  type Stone,
} from './blueprint';
import { BASE, FRAME } from './geometry';
import { NightSky, PyramidDrawing } from './pyramid-drawing';
import { lineageText } from './pyramid-texts';

const LARGEST = 16;
const STEP = 2;

/** Area of the sky, wider than the frame, to fill wide screens. */
const SKY = { ...FRAME, x: FRAME.x - BASE, width: FRAME.width + 2 * BASE };

interface PyramidCanvasProps {
  readonly blueprint: Blueprint;
  readonly summary: string;
}

/** The pyramid in a frame, which scrolls when zoomed, and details of the selected stone. */
export function PyramidCanvas({ blueprint, summary }: PyramidCanvasProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState(1);
  const [picked, setPicked] = useState<Stone | null>(null);

  function pick({ currentTarget, clientX, clientY }: MouseEvent<SVGSVGElement>): void {
    const toDrawing = currentTarget.getScreenCTM()?.inverse();
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(toDrawing);
    setPicked(stoneAt(blueprint, x, y));
  }

  /** Zooms around the centre of the frame. */
  function resize(factor: number): void {
    const next = Math.min(LARGEST, Math.max(1, size * factor));
    flushSync(() => setSize(next));
    if (!frame.current) return;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = frame.current;
    const moved = (start: number, length: number) =>
      ((start + length / 2) * next) / size - length / 2;
    frame.current.scrollLeft = moved(scrollLeft, clientWidth);
    frame.current.scrollTop = moved(scrollTop, clientHeight);
  }

  return (
    <div className="overflow-hidden rounded-lg border border-line bg-night shadow-raised">
      <div
        ref={frame}
        role="region"
        aria-label="Drawing of the pyramid"
        tabIndex={0}
        className="relative aspect-[1220/760] max-h-[66svh] w-full overflow-auto -outline-offset-3"
      >
        <svg
          viewBox={`${FRAME.x} ${FRAME.y} ${FRAME.width} ${FRAME.height}`}
          role="img"
          aria-label={`${summary} The same stands in the tables below.`}
          data-slot="pyramid"
          className="absolute top-0 left-0"
          style={{ width: `${size * 100}%`, height: `${size * 100}%` }}
          onClick={pick}
        >
          <NightSky {...SKY} />
          <PyramidDrawing blueprint={blueprint} />
          {picked ? (
            <path
              d={lineageOutline(picked)}
              fill={PALETTE.sand}
              stroke={PALETTE.night}
              strokeWidth="1.5"
              vectorEffect="non-scaling-stroke"
            />
          ) : null}
        </svg>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line px-2">
        <div role="group" aria-label="Size of the drawing" className="flex">
          <Button
            variant="ghost"
            size="icon"
            aria-label="Larger"
            title="Larger"
            aria-disabled={size === LARGEST}
            onClick={() => resize(STEP)}
          >
            <Plus aria-hidden="true" />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label="Smaller"
            title="Smaller"
            aria-disabled={size === 1}
            onClick={() => resize(1 / STEP)}
          >
            <Minus aria-hidden="true" />
          </Button>
        </div>
        <div role="status" className="min-h-12 grow basis-60 px-2 py-3 text-[0.9375rem] text-stone">
          {picked ? (
            <StoneCaption key={picked.data.wallet} stone={picked} />
          ) : (
            <p>Pick a stone to see who it is, and who stands above.</p>
          )}
        </div>
      </div>
    </div>
  );
}

function StoneCaption({ stone }: { readonly stone: Stone }) {
  const { wallet, status, level, recruits } = stone.data;
  const missing = missingBelow(stone);
  return (
    <p>
      <Avatar wallet={wallet} className="mr-2 inline-block w-6 align-[-0.25em]" />
      <Link
        to={pyramidPath(wallet)}
        className="text-gold underline underline-offset-4"
        title={wallet}
      >
        {shortenAddress(wallet)}
      </Link>
      {`, ${status ?? 'a recruit'} on level ${level}, ${lineageText(lineageOf(stone))}. ${recruits === undefined ? 'Recruits unknown' : plural(recruits, 'recruit')}${missing > 0 ? `, ${formatCount(missing)} of them not drawn` : ''}.`}
    </p>
  );
}
