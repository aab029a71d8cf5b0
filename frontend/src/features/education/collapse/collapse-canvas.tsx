import { useEffect, useRef } from 'react';
import { drawPlan, drawScene, sceneOf } from './scene';
import type { PlayedCollapse } from './play';
import type { Wager } from './wager';

/** A moment of a collapse that is drawn: it as it happens, or a still of it. */
export type Shown = 'playing' | 'standing' | 'fallen';

interface CollapseCanvasProps {
  readonly wager: Wager;
  /** Null while nothing is founded: then the plan is drawn. */
  readonly collapse: PlayedCollapse | null;
  readonly shown: Shown;
  /** What is drawn, in a sentence. */
  readonly label: string;
  /** Called when it has been played to its end. */
  readonly onOver: () => void;
}

/** Finer than this nobody sees on a picture that moves. */
const MOST_PIXELS = 2;

/** The picture of a collapse. */
export function CollapseCanvas({ wager, collapse, shown, label, onOver }: CollapseCanvasProps) {
  const ref = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const canvas = ref.current;
    const pen = canvas?.getContext('2d', { alpha: false });
    if (!canvas || !pen) return;
    const { each, bet, seed } = wager;
    const scene = collapse && sceneOf(collapse, each, bet, seed);
    const font = getComputedStyle(canvas).fontFamily;
    let time = scene ? stillOf(shown, scene.timeline) : 0;
    let began: number | undefined;
    let frame = 0;

    function draw(): void {
      if (!canvas || !pen) return;
      const { clientWidth: width, clientHeight: height } = canvas;
      const pixels = Math.min(MOST_PIXELS, devicePixelRatio);
      const [wide, tall] = [Math.round(width * pixels), Math.round(height * pixels)];
      if (canvas.width !== wide || canvas.height !== tall) {
        canvas.width = wide;
        canvas.height = tall;
      }
      pen.setTransform(pixels, 0, 0, pixels, 0, 0);
      const sheet = { width, height, font };
      if (scene) drawScene(pen, sheet, scene, time);
      else drawPlan(pen, sheet, bet);
    }

    function step(now: number): void {
      began ??= now;
      time = (now - began) / 1000;
      draw();
      if (scene && time < scene.timeline.over) frame = requestAnimationFrame(step);
      else onOver();
    }

    const observer = new ResizeObserver(draw);
    observer.observe(canvas);
    if (scene && shown === 'playing') frame = requestAnimationFrame(step);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [wager, collapse, shown, onOver]);

  return (
    <canvas
      ref={ref}
      role="img"
      aria-label={label}
      className="block aspect-square w-full sm:aspect-[16/10]"
    />
  );
}

/** The moment of a still, in seconds. */
function stillOf(shown: Shown, { full, over }: { readonly full: number; readonly over: number }) {
  return { playing: 0, standing: full, fallen: over }[shown];
}
