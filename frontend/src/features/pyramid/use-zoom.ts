import { select, type Selection } from 'd3-selection';
import { zoom, zoomIdentity, zoomTransform, type ZoomBehavior } from 'd3-zoom';
import { useEffect, useMemo, useRef } from 'react';
import { FRAME } from './geometry';

const STEP = 1.6;

/** Doublings a pixel that the wheel turns. A pinch on a touchpad is told as many small turns with Ctrl. */
const DOUBLINGS_A_PIXEL = 0.02;
const PIXELS_A_LINE = 16;

/** How far a step of panning goes, as a part of what is in view. */
const PAN_PART = 0.2;

export type ZoomControls = ReturnType<typeof useZoom>['controls'];

/**
 * Zooming and panning by mouse, touch and the controls, up to so many times `closest`. While the whole drawing is in view
 * one finger and the wheel scroll the page; a pinch, or the wheel with Ctrl or ⌘, zooms. Only the group's `transform` changes.
 */
export function useZoom(closest: number) {
  const svgRef = useRef<SVGSVGElement>(null);
  const groupRef = useRef<SVGGElement>(null);
  const behaviour = useMemo(() => zoomOf(closest), [closest]);

  useEffect(() => {
    if (!svgRef.current) return;
    const drawing = select(svgRef.current);
    behaviour.on('zoom', ({ transform }: { transform: typeof zoomIdentity }) => {
      groupRef.current?.setAttribute('transform', transform.toString());
      drawing.attr('data-zoomed', transform.k > 1 ? '' : null);
    });
    drawing.call(behaviour);
    return () => void drawing.on('.zoom', null);
  }, [behaviour]);

  function move(
    action: (drawing: Selection<SVGSVGElement, unknown, null, undefined>, scale: number) => void,
  ): void {
    if (svgRef.current) action(select(svgRef.current), zoomTransform(svgRef.current).k);
  }

  const controls = {
    zoomIn: () => move((drawing) => behaviour.scaleBy(drawing, STEP)),
    zoomOut: () => move((drawing) => behaviour.scaleBy(drawing, 1 / STEP)),
    /** Takes steps to the right and down, or with negative numbers to the left and up. */
    pan: (right: number, down: number) =>
      move((drawing, scale) =>
        behaviour.translateBy(
          drawing,
          (-right * PAN_PART * FRAME.width) / scale,
          (-down * PAN_PART * FRAME.height) / scale,
        ),
      ),
    reset: () => move((drawing) => behaviour.transform(drawing, zoomIdentity)),
  };
  return { svgRef, groupRef, controls };
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
