import { useEffect, useState } from 'react';

const CONFIRMATION_MS = 2_000;

/** How long the clipboard may take, in ms: a wallet's browser may never answer. */
const CLIPBOARD_TIMEOUT_MS = 1_000;

interface Copy {
  /** True for two seconds after a copy that worked. */
  readonly copied: boolean;
  /** What the clipboard did not take the last time, to be shown for copying by hand; null when it took it. */
  readonly refused: string | null;
  /** Puts `text` on the clipboard; false when the browser refuses, or has not answered within a second. */
  copy(text: string): Promise<boolean>;
}

/** Copying to the clipboard, with a moment of confirmation. */
export function useCopy(): Copy {
  const [copied, setCopied] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy(text: string): Promise<boolean> {
    const taken = await writeToClipboard(text);
    setCopied(taken);
    setRefused(taken ? null : text);
    return taken;
  }

  return { copied, refused, copy };
}

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

interface CopyByHandProps {
  readonly text: string | null;
  /** What it is called, such as 'link'. */
  readonly what: string;
}

/** Shows what the clipboard did not take, selected. */
export function CopyByHand({ text, what }: CopyByHandProps) {
  if (text === null) return null;
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
