import { pointer } from 'd3-selection';
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Maximize, Minus, Plus } from 'lucide-react';
import { useState, type KeyboardEvent, type MouseEvent } from 'react';
import { PALETTE } from '@/components/art/palette';
import { Button } from '@/components/ui/button';
import { lineageOutline, stoneAt, stoneBeside, type Blueprint } from './blueprint';
import { BASE, FRAME } from './geometry';
import { NightSky } from './night-sky';
import { PyramidDrawing } from './pyramid-drawing';
import { StoneCaption } from './stone-caption';
import type { Stone } from './stones';
import { moveByKey, useZoom, type ZoomControls } from './use-zoom';

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

/** Wider than the frame, for screens that are. */
const SKY = { ...FRAME, x: FRAME.x - BASE, width: FRAME.width + 2 * BASE };

/** The pyramid to look at closely, and what is known of the stone that was picked. */
export function PyramidCanvas({
  blueprint,
  summary,
}: {
  readonly blueprint: Blueprint;
  readonly summary: string;
}) {
  const closest = Math.max(MIN_ZOOM, READABLE / blueprint.narrowest);
  const { svgRef, groupRef, controls } = useZoom(closest);
  const [picked, setPicked] = useState<Stone | null>(null);

  function pick(event: MouseEvent): void {
    const [x, y] = pointer(event.nativeEvent, groupRef.current);
    setPicked(stoneAt(blueprint, x, y));
  }

  function answerKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey) return;
    const direction = DIRECTIONS[event.key];
    if (event.shiftKey && direction) setPicked(stoneBeside(blueprint, picked, direction));
    else if (!moveByKey(event.key, controls)) return;
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
              d={lineageOutline(blueprint, picked)}
              fill={PALETTE.sand}
              stroke={PALETTE.night}
              strokeWidth="1.5"
              vectorEffect="non-scaling-stroke"
            />
          ) : null}
        </g>
      </svg>
      <div className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line px-2">
        <ZoomToolbar controls={controls} />
        <StoneCaption blueprint={blueprint} stone={picked} />
      </div>
    </div>
  );
}

/** Zooming and panning for whoever has neither wheel nor fingers to spare. */
function ZoomToolbar({ controls }: { readonly controls: ZoomControls }) {
  const { zoomIn, zoomOut, pan, reset } = controls;
  const tools = [
    { label: 'Zoom in', Icon: Plus, use: zoomIn },
    { label: 'Zoom out', Icon: Minus, use: zoomOut },
    { label: 'Pan left', Icon: ArrowLeft, use: () => pan(-1, 0) },
    { label: 'Pan up', Icon: ArrowUp, use: () => pan(0, -1) },
    { label: 'Pan down', Icon: ArrowDown, use: () => pan(0, 1) },
    { label: 'Pan right', Icon: ArrowRight, use: () => pan(1, 0) },
    { label: 'Show the whole pyramid', Icon: Maximize, use: reset },
  ];
  return (
    <div role="group" aria-label="View" className="flex max-xs:flex-wrap">
      {tools.map(({ label, Icon, use }) => (
        <Button
          key={label}
          variant="ghost"
          size="icon"
          aria-label={label}
          title={label}
          onClick={use}
        >
          <Icon aria-hidden="true" />
        </Button>
      ))}
    </div>
  );
}
