import { Pause, Play } from 'lucide-react';
import { usePause, type Moving } from '@/lib/pause';
import { Button } from './ui/button';

interface PauseButtonProps {
  what: Moving;
  /** Name of the moving thing for the button's label, such as `the emojis` for "Pause the emojis". */
  name: string;
  className?: string;
}

export function PauseButton({ what, name, className }: PauseButtonProps) {
  const [paused, setPaused] = usePause(what);
  const label = `${paused ? 'Resume' : 'Pause'} ${name}`;
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      title={label}
      className={className}
      onClick={() => setPaused(!paused)}
    >
      {paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
    </Button>
  );
}
