import { pointer } from 'd3-selection';
import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  Maximize,
  Minus,
  Plus,
  type LucideIcon,
} from 'lucide-react';
import { useState, type KeyboardEvent, type MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import { PALETTE } from '@/components/art/palette';
import { WalletMark } from '@/components/art/wallet-mark';
import { Button } from '@/components/ui/button';
import { pyramidPath } from '@/config/paths';
import { formatCount, plural, shortenAddress } from '@/lib/format';
import {
  lineageOf,
  lineageOutline,
  missingBelow,
  stoneAt,
  stoneBeside,
  type Blueprint,
  type Stone,
} from './blueprint';
import { BASE, FRAME } from './geometry';
import { NightSky, PyramidDrawing } from './pyramid-drawing';
import { lineageText } from './pyramid-texts';
import { useZoom, type ZoomControls } from './use-zoom';

/** A stone can be made at least this wide, in the drawing's units, by zooming in. */
const READABLE = 60;
const MIN_ZOOM = 8;

/** What the arrow keys pick while Shift is held. */
const DIRECTIONS: Readonly<Partial<Record<string, 'up' | 'down' | 'left' | 'right'>>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

interface Tool {
  readonly label: string;
  readonly Icon: LucideIcon;
  readonly keys: readonly string[];
  use(controls: ZoomControls): void;
}

/** Zooming and panning by button and by key, for whoever has neither wheel nor fingers to spare. */
const TOOLS: readonly Tool[] = [
  { label: 'Zoom in', Icon: Plus, keys: ['+', '='], use: ({ zoomIn }) => zoomIn() },
  { label: 'Zoom out', Icon: Minus, keys: ['-'], use: ({ zoomOut }) => zoomOut() },
  { label: 'Pan left', Icon: ArrowLeft, keys: ['ArrowLeft'], use: ({ pan }) => pan(-1, 0) },
  { label: 'Pan up', Icon: ArrowUp, keys: ['ArrowUp'], use: ({ pan }) => pan(0, -1) },
  { label: 'Pan down', Icon: ArrowDown, keys: ['ArrowDown'], use: ({ pan }) => pan(0, 1) },
  { label: 'Pan right', Icon: ArrowRight, keys: ['ArrowRight'], use: ({ pan }) => pan(1, 0) },
  { label: 'Show the whole pyramid', Icon: Maximize, keys: ['0'], use: ({ reset }) => reset() },
];

/** Wider than the frame, for screens that are. */
const SKY = { ...FRAME, x: FRAME.x - BASE, width: FRAME.width + 2 * BASE };

interface PyramidCanvasProps {
  readonly blueprint: Blueprint;
  readonly summary: string;
}

/** The pyramid to look at closely, and what is known of the stone that was picked. */
export function PyramidCanvas({ blueprint, summary }: PyramidCanvasProps) {
  const closest = Math.max(MIN_ZOOM, READABLE / blueprint.narrowest);
  const { svgRef, groupRef, controls } = useZoom(closest);
  const [picked, setPicked] = useState<Stone | null>(null);

  function pick(event: MouseEvent): void {
    const [x, y] = pointer(event.nativeEvent, groupRef.current);
    setPicked(stoneAt(blueprint, x, y));
  }

  function answerKey(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const direction = event.shiftKey ? DIRECTIONS[event.key] : undefined;
    const tool = TOOLS.find(({ keys }) => keys.includes(event.key));
    if (direction) setPicked(stoneBeside(blueprint, picked, direction));
    else if (tool) tool.use(controls);
    else return;
    event.preventDefault();
  }

  return (
    <div className="overflow-hidden rounded-lg border border-line bg-night shadow-raised">
      <svg
        ref={svgRef}
        viewBox={`${FRAME.x} ${FRAME.y} ${FRAME.width} ${FRAME.height}`}
        role="application"
        aria-roledescription="drawing"
        aria-label={`${summary} The same stands in the tables below. Arrow keys pan, with Shift they pick a stone; plus and minus zoom, 0 shows the whole.`}
        tabIndex={0}
        className="block aspect-[1220/760] -outline-offset-3 max-h-[66svh] w-full touch-pan-y select-none data-zoomed:cursor-grab data-zoomed:touch-none"
        onClick={pick}
        onKeyDown={answerKey}
      >
        <NightSky {...SKY} />
        <g ref={groupRef} data-slot="pyramid">
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
        </g>
      </svg>
      <div className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line px-2">
        <div role="group" aria-label="View" className="flex max-xs:flex-wrap">
          {TOOLS.map(({ label, Icon, use }) => (
            <Button
              key={label}
              variant="ghost"
              size="icon"
              aria-label={label}
              title={label}
              onClick={() => use(controls)}
            >
              <Icon aria-hidden="true" />
            </Button>
          ))}
        </div>
        <div role="status" className="min-h-12 grow basis-60 px-2 py-3 text-[0.9375rem] text-stone">
          {picked ? (
            <StoneCaption key={picked.data.wallet} stone={picked} />
          ) : (
            <p>
              Pick a stone, by touch or with Shift and the arrow keys. To come closer, pinch, or
              scroll with Ctrl held.
            </p>
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
      <WalletMark wallet={wallet} className="mr-2 inline-block w-6 align-[-0.25em]" />
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
