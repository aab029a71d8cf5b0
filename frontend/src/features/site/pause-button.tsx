import { Pause, Play } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { setMotionPaused } from './motion-store';
import { useMotionPaused } from './use-motion-paused';

interface PauseButtonProps {
  /** What stops, to follow the word Pause: `the emojis`. */
  what: string;
  className?: string;
}

/** Stops everything that moves by itself, and starts it again. */
export function PauseButton({ what, className }: PauseButtonProps) {
  const paused = useMotionPaused();
  const label = `${paused ? 'Resume' : 'Pause'} ${what}`;
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      title={label}
      className={className}
      onClick={() => setMotionPaused(!paused)}
    >
      {paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
    </Button>
  );
}
