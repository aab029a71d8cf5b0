import { useEffect, useState } from 'react';
import { browserStorage } from '@/lib/storage';

const SEPARATOR = '\n';

interface MomentProps {
  readonly wallet: string;
  /** What happened, in the order in which it happens; the last is the one to celebrate. */
  readonly moments: readonly string[];
  readonly children: string;
}

/** Celebrates what happens to a wallet once in its life, on the edge of the card around it. It takes no room there. */
export function Moment({ wallet, moments, children }: MomentProps) {
  const [isNew] = useState(() => {
    const seen = momentsSeen(wallet);
    return moments.slice(-1).some((moment) => !seen.includes(moment));
  });

  useEffect(() => {
    const seen = new Set([...momentsSeen(wallet), ...moments]);
    browserStorage.write(keyOf(wallet), [...seen].join(SEPARATOR));
  }, [wallet, moments]);

  if (!isNew) return null;
  return (
    <p
      role="status"
      className="absolute top-0 left-4 -translate-y-1/2 animate-sheen rounded-full border border-gold bg-dune bg-linear-to-r from-transparent via-gold/40 to-transparent bg-size-[60%_100%] bg-position-[-80%_0] bg-no-repeat px-4 py-1 text-sm text-gold-bright"
    >
      {children}
    </p>
  );
}

function keyOf(wallet: string): string {
  return `pyramidion.moments.${wallet}`;
}

function momentsSeen(wallet: string): string[] {
  return browserStorage.read(keyOf(wallet))?.split(SEPARATOR) ?? [];
}
