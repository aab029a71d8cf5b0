import { LoaderCircle } from 'lucide-react';
import { Button, type ButtonProps } from './button';

interface BusyButtonProps extends ButtonProps {
  /** Whether what it began is under way. */
  readonly busy: boolean;
}

/** A button that shows that it was heard. Its text is in an element, since translators wrap bare text. */
export function BusyButton({ busy, children, ...props }: BusyButtonProps) {
  return (
    <Button {...props} aria-busy={busy}>
      {busy ? <LoaderCircle aria-hidden="true" className="animate-spin" /> : null}
      <span>{children}</span>
    </Button>
  );
}
