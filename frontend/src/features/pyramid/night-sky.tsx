import { PALETTE } from '@/components/art/palette';

const STARS: [x: number, y: number, radius: number][] = [
  [0.06, 0.12, 2],
  [0.11, 0.42, 1.3],
  [0.17, 0.22, 1.6],
  [0.24, 0.08, 1.2],
  [0.29, 0.33, 1.1],
  [0.37, 0.16, 1.7],
  [0.62, 0.07, 1.4],
  [0.68, 0.27, 1.8],
  [0.76, 0.13, 1.2],
  [0.82, 0.38, 1.4],
  [0.88, 0.2, 2],
  [0.95, 0.46, 1.2],
  [0.34, 0.52, 1.3],
  [0.4, 0.32, 1.5],
  [0.43, 0.2, 1.1],
  [0.45, 0.4, 1],
  [0.56, 0.24, 1.3],
  [0.59, 0.44, 1.6],
  [0.63, 0.34, 1.1],
  [0.66, 0.56, 1.3],
];

interface NightSkyProps {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A desert night to stand a pyramid in. */
export function NightSky({ x, y, width, height }: NightSkyProps) {
  return (
    <>
      <defs>
        <linearGradient id="night-sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor={PALETTE.night} />
          <stop offset="0.7" stopColor="#1c1523" />
          <stop offset="1" stopColor="#3a2620" />
        </linearGradient>
        <radialGradient id="night-glow">
          <stop offset="0" stopColor={PALETTE.gold} stopOpacity="0.3" />
          <stop offset="1" stopColor={PALETTE.gold} stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect x={x} y={y} width={width} height={height} fill="url(#night-sky)" />
      <circle cx={x + width / 2} cy={y + height * 0.25} r={height * 0.6} fill="url(#night-glow)" />
      {STARS.map(([across, down, radius]) => (
        <circle
          key={across}
          cx={x + width * across}
          cy={y + height * down}
          r={radius}
          fill={PALETTE.sand}
          opacity="0.7"
        />
      ))}
    </>
  );
}
