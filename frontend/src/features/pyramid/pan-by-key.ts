import type { ZoomControls } from './use-zoom';

/** What a key does to the view, or null when it is not for the drawing. */
export function actionOfKey(key: string, controls: ZoomControls): (() => void) | null {
  const actions: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => controls.pan(-1, 0),
    ArrowRight: () => controls.pan(1, 0),
    ArrowUp: () => controls.pan(0, -1),
    ArrowDown: () => controls.pan(0, 1),
    '+': controls.zoomIn,
    '=': controls.zoomIn,
    '-': controls.zoomOut,
    '0': controls.reset,
  };
  return actions[key] ?? null;
}
