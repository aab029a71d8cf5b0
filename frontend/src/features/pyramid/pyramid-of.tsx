import { Download } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import useSWR from 'swr';
import { PALETTE } from '@/components/art/palette';
import { Avatar } from '@/components/art/avatar';
import { NewTabLink } from '@/components/new-tab-link';
import { QueryFailure } from '@/components/query-failure';
import { Button } from '@/components/ui/button';
import { pyramidBelow, pyramidPath } from '@/config/paths';
import { fetcherOf } from '@/lib/api';
import { titleOf } from '@/lib/avatar';
import { shortenAddress } from '@/lib/format';
import { blueprintOf } from './blueprint';
import { pyramidAnswer, type KnownPyramid } from './pyramid-answer';
import { PyramidCanvas } from './pyramid-canvas';
import { UNMET } from './pyramid-drawing';
import { PyramidSkeleton, StakedOut } from './pyramid-skeleton';
import { LevelTable, WalletTable } from './pyramid-tables';
import { omissions, summaryOf } from './pyramid-texts';

interface PyramidOfProps {
  readonly wallet: string;
  readonly children?: ReactNode;
}

export function PyramidOf({ wallet, children }: PyramidOfProps) {
  const { data, isLoading, mutate } = useSWR<KnownPyramid, Error>(
    pyramidBelow(wallet),
    fetcherOf(pyramidAnswer(wallet)),
  );
  if (data) return <PyramidView pyramid={data}>{children}</PyramidView>;
  if (isLoading) return <PyramidSkeleton />;
  return (
    <>
      <StakedOut />
      <div className="mt-5">
        <QueryFailure onRetry={mutate}>
          The pyramid did not load. For a moment, nobody is above anybody.
        </QueryFailure>
      </div>
    </>
  );
}

interface PyramidViewProps {
  readonly pyramid: KnownPyramid;
  readonly children?: ReactNode;
}

export function PyramidView({ pyramid, children }: PyramidViewProps) {
  const blueprint = useMemo(() => blueprintOf(pyramid), [pyramid]);
  const summary = summaryOf(pyramid);
  const { levels, nodes } = pyramid;
  return (
    <>
      <PyramidCanvas blueprint={blueprint} summary={summary} />
      <Legend />
      <div className="mt-6 grid gap-10 lg:grid-cols-2 lg:gap-12">
        <div>
          <p className="flex items-center gap-3 text-gold-bright">
            <Avatar wallet={pyramid.wallet} className="w-10 shrink-0" />
            {`${shortenAddress(pyramid.wallet)}, ${titleOf(pyramid.wallet)}`}
          </p>
          <p className="mt-3 max-w-text text-xl">{summary}</p>
          {omissions(pyramid).map((omission) => (
            <p key={omission} className="mt-2 max-w-text text-ember">
              {omission}
            </p>
          ))}
          <PictureLinks wallet={pyramid.wallet} />
        </div>
        {children}
      </div>
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
            <LevelTable {...pyramid} />
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

const LEGEND = [
  { fill: PALETTE.gold, hollow: false, text: 'Solid gold: proven. The recruit signed for it.' },
  { fill: PALETTE.gold, hollow: true, text: 'Hollow: claimed. Somebody said so.' },
  { fill: UNMET, hollow: false, text: 'Dark: nobody yet.' },
];

function Legend() {
  return (
    <ul className="mt-4 grid gap-x-6 gap-y-2 text-[0.9375rem] text-stone sm:grid-cols-3">
      {LEGEND.map(({ fill, hollow, text }) => (
        <li key={text} className="flex items-start gap-3">
          <svg viewBox="0 0 28 16" className="mt-1 h-4 w-7 shrink-0" aria-hidden="true">
            <path d="M4 1H24L27 15H1Z" fill={fill} />
            {hollow ? <path d="M6 4H22L24 12H4Z" fill={PALETTE.night} /> : null}
          </svg>
          {text}
        </li>
      ))}
    </ul>
  );
}

/** The second link is for in-app browsers that cannot save files. */
function PictureLinks({ wallet }: { readonly wallet: string }) {
  const path = pyramidPath(wallet);
  return (
    <div className="mt-6 flex flex-wrap items-center gap-3 max-sm:*:grow max-sm:*:px-3">
      <Button asChild variant="outline">
        <a href={`${path}.png`} download={`pyramid-${wallet}.png`}>
          <Download aria-hidden="true" />
          Save as PNG
        </a>
      </Button>
      <Button asChild variant="outline">
        <NewTabLink href={`${path}.svg`}>Enlarge as SVG</NewTabLink>
      </Button>
    </div>
  );
}
