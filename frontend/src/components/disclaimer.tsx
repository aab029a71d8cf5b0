import type { ReactNode } from 'react';

/** The one part of a page that is meant literally. */
export function Disclaimer({ children }: { children: ReactNode }) {
  return (
    <div className="mt-10 rounded-lg border border-gold/35 p-5 sm:p-6">
      <h3 className="font-display text-subheading text-gold-bright">Disclaimer</h3>
      <div className="mt-2 max-w-[39.8em] space-y-3 text-[0.9375rem]">{children}</div>
    </div>
  );
}
