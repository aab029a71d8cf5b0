import { useEffect, useRef } from 'react';
import type { PlayedCollapse, Terms } from './collapse';
import { PICTURE, PLAN } from './layout';
import { drawScene, sceneOf } from './scene';

export type Shown = 'plan' | 'playing' | 'standing' | 'fallen';

interface CollapseCanvasProps {
  readonly terms: Terms;
  readonly collapse: PlayedCollapse;
  readonly bet: number;
  readonly shown: Shown;
  readonly onOver: () => void;
}

/** Limits the number of pixels to draw in a frame. */
const MAX_PIXEL_RATIO = 2;

export function CollapseCanvas({ terms, collapse, bet, shown, onOver }: CollapseCanvasProps) {
  const ref = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const canvas = ref.current;
    const pen = canvas?.getContext('2d', { alpha: false });
    if (!canvas || !pen) return;
    const scene = sceneOf(collapse, terms, bet);
    const { full, over } = scene.timeline;
    const font = getComputedStyle(canvas).fontFamily;
    let time = { plan: null, playing: 0, standing: full, fallen: over }[shown];
    let began: number | undefined;
    let frame = 0;

    const draw = () => {
      const { clientWidth: width, clientHeight: height } = canvas;
      const pixels = Math.min(MAX_PIXEL_RATIO, devicePixelRatio);
      const [wide, tall] = [Math.round(width * pixels), Math.round(height * pixels)];
      if (canvas.width !== wide || canvas.height !== tall) {
        canvas.width = wide;
        canvas.height = tall;
      }
      pen.setTransform(pixels, 0, 0, pixels, 0, 0);
      drawScene({ pen, width, height, font }, scene, time);
    };

    function step(now: number): void {
      began ??= now;
      time = (now - began) / 1000;
      draw();
      if (time < over) frame = requestAnimationFrame(step);
      else onOver();
    }

    const observer = new ResizeObserver(draw);
    observer.observe(canvas);
    if (shown === 'playing') frame = requestAnimationFrame(step);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [terms, collapse, bet, shown, onOver]);

  return (
    <canvas
      ref={ref}
      role="img"
      aria-label={labelOf(shown, bet, collapse)}
      className={shown === 'plan' ? PLAN : PICTURE}
    />
  );
}

function labelOf(shown: Shown, bet: number, { levels }: PlayedCollapse): string {
  return {
    plan: `A pyramid of ${bet} levels in dashes, as deep as your bet. You are its capstone.`,
    playing: 'The pyramid, filling level by level.',
    standing: `The pyramid with ${levels.length} levels, just before it falls.`,
    fallen: 'A heap of stones. The capstone hangs above it, unharmed.',
  }[shown];
}
