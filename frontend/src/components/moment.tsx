import { useEffect, useState } from 'react';
import { browserStorage } from '@/lib/storage';

const SEPARATOR = '\n';

interface MomentProps {
  readonly wallet: string;
  /** What happened, in the order in which it happens; the last is the one to celebrate. */
  readonly moments: readonly string[];
  /** What there is to say. */
  readonly children: string;
}

/** Celebrates what happens to a wallet once in its life, on the edge of the card around it. It takes no room there. */
export function Moment({ wallet, moments, children }: MomentProps) {
  const [isNew] = useState(() =>
    moments.slice(-1).some((moment) => !hasSeenMoment(wallet, moment)),
  );

  useEffect(() => {
    rememberMoments(wallet, moments);
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

function momentsOf(wallet: string): string[] {
  return browserStorage.read(keyOf(wallet))?.split(SEPARATOR) ?? [];
}

/** Whether a moment in a wallet's life was celebrated in this browser. */
function hasSeenMoment(wallet: string, moment: string): boolean {
  return momentsOf(wallet).includes(moment);
}

/** Keeps moments from being celebrated again. */
function rememberMoments(wallet: string, moments: readonly string[]): void {
  const all = new Set([...momentsOf(wallet), ...moments]);
  browserStorage.write(keyOf(wallet), [...all].join(SEPARATOR));
}
