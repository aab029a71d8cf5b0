import { memo, useState, type KeyboardEvent } from 'react';
import { Link } from 'react-router-dom';
import { PALETTE } from '@/components/art/palette';
import { Avatar } from '@/components/art/avatar';
import { pyramidPath } from '@/config/paths';
import { formatCount, plural, shortenAddress } from '@/lib/format';
import { lineageOf, lineageOutline, missingBelow, type Blueprint, type Stone } from './blueprint';
import { BASE, FRAME, stoneOutline } from './geometry';
import { NightSky, PyramidDrawing } from './pyramid-drawing';
import { lineageText } from './pyramid-texts';

const VIEW_BOX = `${FRAME.x} ${FRAME.y} ${FRAME.width} ${FRAME.height}`;

/** Area of the sky, wider than the frame, to fill wide screens. */
const SKY = { ...FRAME, x: FRAME.x - BASE, width: FRAME.width + 2 * BASE };

interface PyramidCanvasProps {
  readonly blueprint: Blueprint;
  readonly summary: string;
}

export function PyramidCanvas({ blueprint, summary }: PyramidCanvasProps) {
  const [picked, setPicked] = useState<Stone | null>(null);
  const { stones } = blueprint;
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-night shadow-raised">
      <div className="relative">
        <svg
          viewBox={VIEW_BOX}
          role="img"
          aria-label={`${summary} The same stands in the tables below.`}
          data-slot="pyramid"
          className="block aspect-[1220/760] max-h-[66svh] w-full"
        >
          <NightSky {...SKY} />
          <PyramidDrawing blueprint={blueprint} />
          {picked ? (
            <path
              d={lineageOutline(picked)}
              fill={PALETTE.sand}
              stroke={PALETTE.night}
              strokeWidth="1.5"
              vectorEffect="non-scaling-stroke"
            />
          ) : null}
        </svg>
        {stones.length > 0 ? (
          <StonePicker stones={stones} picked={picked} onPick={setPicked} />
        ) : null}
      </div>
      <div
        role="status"
        className="min-h-12 border-t border-line px-4 py-3 text-[0.9375rem] text-stone"
      >
        {picked ? (
          <StoneCaption key={picked.data.wallet} stone={picked} />
        ) : (
          <p>Pick a stone to see who it is, and who stands above.</p>
        )}
      </div>
    </div>
  );
}

interface StonePickerProps {
  readonly stones: readonly Stone[];
  readonly picked: Stone | null;
  readonly onPick: (stone: Stone) => void;
}

function StonePicker({ stones, picked, onPick }: StonePickerProps) {
  function walk(event: KeyboardEvent): void {
    const next = stoneBeside(stones, picked, event.key);
    if (!next) return;
    event.preventDefault();
    onPick(next);
  }

  return (
    <svg
      viewBox={VIEW_BOX}
      role="listbox"
      aria-label="Stones"
      tabIndex={0}
      aria-activedescendant={picked?.data.wallet}
      className="absolute inset-0 size-full -outline-offset-3"
      onKeyDown={walk}
    >
      {stones.map((stone) => (
        <StoneOption
          key={stone.data.wallet}
          stone={stone}
          isPicked={stone === picked}
          onPick={onPick}
        />
      ))}
    </svg>
  );
}

function stoneBeside(stones: readonly Stone[], stone: Stone | null, key: string) {
  if (!stone) return key.startsWith('Arrow') ? stones[0] : undefined;
  const place = stones.indexOf(stone);
  switch (key) {
    case 'ArrowUp':
      return stones.find((above) => above === stone.parent);
    case 'ArrowDown':
      return stone.children?.[0];
    case 'ArrowLeft':
      return stones[place - 1];
    case 'ArrowRight':
      return stones[place + 1];
    default:
      return undefined;
  }
}

interface StoneOptionProps {
  readonly stone: Stone;
  readonly isPicked: boolean;
  readonly onPick: (stone: Stone) => void;
}

const StoneOption = memo(({ stone, isPicked, onPick }: StoneOptionProps) => (
  <path
    id={stone.data.wallet}
    role="option"
    aria-label={shortenAddress(stone.data.wallet)}
    aria-selected={isPicked}
    d={stoneOutline(stone)}
    fill="none"
    pointerEvents="all"
    className="cursor-pointer"
    onClick={() => onPick(stone)}
  />
));

function StoneCaption({ stone }: { readonly stone: Stone }) {
  const { wallet, status, level, recruits } = stone.data;
  const missing = missingBelow(stone);
  return (
    <p>
      <Avatar wallet={wallet} className="mr-2 inline-block w-6 align-[-0.25em]" />
      <Link
        to={pyramidPath(wallet)}
        className="text-gold underline underline-offset-4"
        title={wallet}
      >
        {shortenAddress(wallet)}
      </Link>
      {`, ${status} on level ${level}, ${lineageText(lineageOf(stone))}. ${plural(recruits, 'recruit')}${missing > 0 ? `, ${formatCount(missing)} of them not drawn` : ''}.`}
    </p>
  );
}
