import { useId, useState, type SyntheticEvent } from 'react';
import { walletIn } from '@backend/shared/referral-link';
import { Button } from '@/components/ui/button';
import { focusHeading } from '@/lib/focus-heading';

const REJECTED = {
  nobody: 'There is no whole wallet address in that. Ask them to send their link again.',
  self: 'That is you. We call that self-employment, and it earns nothing here.',
};

/** Focuses the input field, because the button that opened it is gone. */
function focus(field: HTMLInputElement | null): void {
  field?.focus();
}

interface ReferrerByHandProps {
  readonly wallet: string;
  readonly onName: (referrer: string) => void;
}

export function ReferrerByHand({ wallet, onName }: ReferrerByHandProps) {
  const statusId = useId();
  const [text, setText] = useState('');
  const [rejected, setRejected] = useState<keyof typeof REJECTED | null>(null);

  function submit(event: SyntheticEvent<HTMLFormElement>): void {
    event.preventDefault();
    const referrer = walletIn(text);
    if (referrer === null) setRejected('nobody');
    else if (referrer === wallet) setRejected('self');
    else {
      focusHeading(event.currentTarget.closest('section'));
      onName(referrer);
    }
  }

  return (
    <form onSubmit={submit} className="mt-4">
      <label className="block text-sm text-stone">
        Their link, or their wallet address:
        <input
          ref={focus}
          value={text}
          onChange={({ target }) => setText(target.value)}
          aria-invalid={rejected !== null}
          aria-describedby={statusId}
          autoCapitalize="off"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          className="mt-2 min-h-12 w-full rounded-md border border-line bg-night px-3 text-base text-sand"
        />
      </label>
      <p id={statusId} role="status" className="mt-2 text-[0.9375rem] text-ember empty:hidden">
        {rejected && REJECTED[rejected]}
      </p>
      <Button type="submit" variant="outline" size="sm" className="mt-3">
        Use This Referrer
      </Button>
    </form>
  );
}
