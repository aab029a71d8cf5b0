import { useEffect, useState } from 'react';

const CONFIRMATION_MS = 2_000;

interface Copy {
  /** True for two seconds after a copy that worked. */
  readonly copied: boolean;
  /** Puts `text` on the clipboard; false when the browser refuses. */
  copy(text: string): Promise<boolean>;
}

/** Copying to the clipboard, with a moment of confirmation. */
export function useCopy(): Copy {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy(text: string): Promise<boolean> {
    const taken = await writeToClipboard(text);
    setCopied(taken);
    return taken;
  }

  return { copied, copy };
}

async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
