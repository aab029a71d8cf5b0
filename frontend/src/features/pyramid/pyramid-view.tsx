import { useMemo } from 'react';
import type { Pyramid } from '@backend/pyramid/pyramid.schema';
import { WalletMark } from '@/components/art/wallet-mark';
import { titleOf } from '@/lib/face';
import { shortenAddress } from '@/lib/format';
import { blueprintOf } from './blueprint';
import { Legend } from './legend';
import { LevelTable } from './level-table';
import { PyramidCanvas } from './pyramid-canvas';
import { omissions, returnsText, summaryOf } from './pyramid-texts';
import { SaveButtons } from './save-buttons';
import { WalletTable } from './wallet-table';

/** A pyramid, drawn and in words. */
export function PyramidView({ pyramid }: { readonly pyramid: Pyramid }) {
  const blueprint = useMemo(() => blueprintOf(pyramid), [pyramid]);
  const summary = summaryOf(pyramid);
  const returns = returnsText(pyramid);
  const { levels, nodes } = pyramid;
  return (
    <>
      <PyramidCanvas blueprint={blueprint} summary={summary} />
      <Legend />
      <p className="mt-6 flex items-center gap-3 text-gold-bright">
        <WalletMark wallet={pyramid.wallet} className="w-10 shrink-0" />
        {`${shortenAddress(pyramid.wallet)}, ${titleOf(pyramid.wallet)}`}
      </p>
      <p className="mt-3 max-w-text text-xl">{summary}</p>
      {returns === null ? null : <p className="mt-2 max-w-text text-stone">{returns}</p>}
      {omissions(pyramid).map((omission) => (
        <p key={omission} className="mt-2 max-w-text text-ember">
          {omission}
        </p>
      ))}
      <SaveButtons wallet={pyramid.wallet} />
      {levels.length === 0 ? (
        <p className="mt-8 max-w-text text-stone">
          A pyramid of one stone. It is the only kind that has never collapsed on anybody.
        </p>
      ) : (
        <div className="mt-12 grid items-start gap-12 lg:grid-cols-2">
          <section aria-labelledby="by-level" className="lg:sticky lg:top-16">
            <h2 id="by-level" className="mb-3 font-display text-subheading">
              Level by Level
            </h2>
            <LevelTable levels={levels} />
          </section>
          <section aria-labelledby="by-stone">
            <h2 id="by-stone" className="mb-3 font-display text-subheading">
              Stone by Stone
            </h2>
            <WalletTable nodes={nodes} />
          </section>
        </div>
      )}
    </>
  );
}
