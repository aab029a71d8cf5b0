import type { ButtonProps } from './ui/button';
import { Button } from './ui/button';

/** A button without an action, as specified. It is open about that to whoever hovers or listens. */
export function DoNothingButton(props: ButtonProps) {
  return <Button title="This button does nothing. That's the roadmap." {...props} />;
}
