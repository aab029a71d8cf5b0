import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, type ButtonProps } from './ui/button';

const CONFIRMATION_MS = 2_000;

/** The clipboard of a wallet's browser may never answer. */
const CLIPBOARD_TIMEOUT_MS = 1_000;

async function writeToClipboard(text: string): Promise<boolean> {
  try {
    return await Promise.race([
      navigator.clipboard.writeText(text).then(() => true),
      new Promise<false>((resolve) => setTimeout(() => resolve(false), CLIPBOARD_TIMEOUT_MS)),
    ]);
  } catch {
    return false;
  }
}

interface CopyButtonProps extends Omit<ButtonProps, 'onClick'> {
  /** Name of the copied thing, such as 'link'. */
  readonly what: string;
  readonly text: string;
  /** Called after a success. If given, the button confirms only by its icon, not by its label. */
  readonly onCopied?: () => void;
}

/** Copies `text`. If the clipboard fails, shows the text for manual copying. */
export function CopyButton({ what, text, onCopied, children, ...props }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy(): Promise<void> {
    const taken = await writeToClipboard(text);
    setCopied(taken);
    setFailed(!taken);
    if (taken) onCopied?.();
  }

  return (
    <>
      <Button {...props} onClick={() => void copy()}>
        {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        {children ? <span>{copied && !onCopied ? 'Copied' : children}</span> : null}
      </Button>
      <span role="status" className="sr-only">
        {copied && !onCopied ? `The ${what} is copied` : null}
      </span>
      {failed ? <CopyByHand text={text} what={what} /> : null}
    </>
  );
}

function CopyByHand({ text, what }: { readonly text: string; readonly what: string }) {
  return (
    <label className="mt-3 block w-full text-sm text-stone">
      Your browser keeps its clipboard to itself. Copy the {what} from here:
      <input
        readOnly
        value={text}
        ref={(field) => field?.select()}
        onFocus={(event) => event.currentTarget.select()}
        className="mt-2 min-h-12 w-full rounded-md border border-line bg-night px-3 text-base text-sand"
      />
    </label>
  );
}
