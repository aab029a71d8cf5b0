import { select, type Selection } from 'd3-selection';
import { zoom, zoomIdentity, zoomTransform, type ZoomBehavior } from 'd3-zoom';
import { useEffect, useMemo, useRef, useState, type RefCallback, type RefObject } from 'react';
import { FRAME } from './geometry';

/** How many times closer a step comes. */
const STEP = 1.6;

/** Doublings a pixel that the wheel turns. A pinch on a touchpad is told as many small turns with Ctrl. */
const DOUBLINGS_A_PIXEL = 0.02;
const PIXELS_A_LINE = 16;

/** How far a step of panning goes, as a part of what is in view. */
const PAN_PART = 0.2;

/** Moves what is in view. Panning takes steps to the right and down, or with negative numbers to the left and up. */
export interface ZoomControls {
  zoomIn(): void;
  zoomOut(): void;
  pan(right: number, down: number): void;
  reset(): void;
}

interface Zoom {
  /** Refs of the drawing, and of the group that is moved, by its `transform` alone. */
  readonly svgRef: RefCallback<SVGSVGElement>;
  readonly groupRef: RefObject<SVGGElement | null>;
  readonly controls: ZoomControls;
}

/**
 * Zooming and panning by mouse, touch and the controls. While the whole drawing is in view one finger and the wheel
 * scroll the page; a pinch, or the wheel with Ctrl or ⌘, zooms.
 * @param closest how many times larger than the whole the drawing can be shown
 */
export function useZoom(closest: number): Zoom {
  const [svg, setSvg] = useState<SVGSVGElement | null>(null);
  const groupRef = useRef<SVGGElement>(null);
  const behaviour = useMemo(() => zoomOf(closest), [closest]);

  useEffect(() => {
    if (!svg) return;
    const drawing = select(svg);
    behaviour.on('zoom', ({ transform }: { transform: typeof zoomIdentity }) => {
      groupRef.current?.setAttribute('transform', transform.toString());
      drawing.attr('data-zoomed', transform.k > 1 ? '' : null);
    });
    drawing.call(behaviour);
    return () => void drawing.on('.zoom', null);
  }, [behaviour, svg]);

  const controls = useMemo(() => controlsOf(behaviour, svg), [behaviour, svg]);
  return { svgRef: setSvg, groupRef, controls };
}

function zoomOf(closest: number): ZoomBehavior<SVGSVGElement, unknown> {
  const { x, y, width, height } = FRAME;
  const whole: [[number, number], [number, number]] = [
    [x, y],
    [x + width, y + height],
  ];
  return zoom<SVGSVGElement, unknown>()
    .extent(whole)
    .translateExtent(whole)
    .scaleExtent([1, closest])
    .duration(0)
    .wheelDelta(wheelDelta)
    .filter(isForTheDrawing);
}

function controlsOf(
  behaviour: ZoomBehavior<SVGSVGElement, unknown>,
  svg: SVGSVGElement | null,
): ZoomControls {
  type Drawing = Selection<SVGSVGElement, unknown, null, undefined>;
  function move(action: (drawing: Drawing, scale: number) => void): void {
    if (svg) action(select(svg), zoomTransform(svg).k);
  }
  return {
    zoomIn: () => move((drawing) => behaviour.scaleBy(drawing, STEP)),
    zoomOut: () => move((drawing) => behaviour.scaleBy(drawing, 1 / STEP)),
    reset: () => move((drawing) => behaviour.transform(drawing, zoomIdentity)),
    pan: (right, down) =>
      move((drawing, scale) =>
        behaviour.translateBy(
          drawing,
          (-right * PAN_PART * FRAME.width) / scale,
          (-down * PAN_PART * FRAME.height) / scale,
        ),
      ),
  };
}

/** Moves what is in view as a key says; false when it is not for the drawing. */
export function moveByKey(key: string, controls: ZoomControls): boolean {
  const actions: Readonly<Partial<Record<string, () => void>>> = {
    ArrowLeft: () => controls.pan(-1, 0),
    ArrowRight: () => controls.pan(1, 0),
    ArrowUp: () => controls.pan(0, -1),
    ArrowDown: () => controls.pan(0, 1),
    '+': controls.zoomIn,
    '=': controls.zoomIn,
    '-': controls.zoomOut,
    '0': controls.reset,
  };
  const action = actions[key];
  action?.();
  return action !== undefined;
}

/** Doublings for a turn of the wheel: a notch is at most one step. */
export function wheelDelta({ deltaY, deltaMode }: WheelEvent): number {
  const pixels = deltaY * (deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : PIXELS_A_LINE);
  const most = Math.log2(STEP);
  return Math.min(most, Math.max(-most, -pixels * DOUBLINGS_A_PIXEL));
}

function isForTheDrawing(this: SVGSVGElement, event: Event): boolean {
  if (event instanceof WheelEvent) return event.ctrlKey || event.metaKey;
  if (event instanceof MouseEvent) return event.button === 0 && !event.ctrlKey;
  const fingers =
    'touches' in event && event.touches instanceof TouchList ? event.touches.length : 0;
  return fingers > 1 || zoomTransform(this).k > 1;
}
