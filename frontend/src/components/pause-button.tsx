import { Pause, Play } from 'lucide-react';
import type { Pause as PauseStore } from '@/lib/pause';
import { useStore } from '@/lib/use-store';
import { Button } from './ui/button';

interface PauseButtonProps {
  pause: PauseStore;
  /** Name of the moving thing for the button's label, such as `the emojis` for "Pause the emojis". */
  what: string;
  className?: string;
}

/** Pauses and resumes something that moves by itself. */
export function PauseButton({ pause, what, className }: PauseButtonProps) {
  const paused = useStore(pause);
  const label = `${paused ? 'Resume' : 'Pause'} ${what}`;
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      title={label}
      className={className}
      onClick={() => pause.set(!paused)}
    >
      {paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
    </Button>
  );
}
