import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Maximize, Minus, Plus } from 'lucide-react';
import { Button } from '@/components/ui/button';
import type { ZoomControls } from './use-zoom';

/** Zooming and panning for whoever has neither wheel nor fingers to spare. */
export function ZoomToolbar({ controls }: { readonly controls: ZoomControls }) {
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
