import { encode } from 'uqr';

/** Modules of quiet around a code, which readers need to find it. */
const QUIET_ZONE = 4;

/** A QR code of a link, dark on light in any theme. */
export function QrDrawing({
  link,
  className,
}: {
  readonly link: string;
  readonly className: string;
}) {
  const { data, size } = encode(link, { ecc: 'M', border: QUIET_ZONE });
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code of your referral link"
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={size} height={size} className="fill-sand" />
      <path d={squares(data)} className="fill-ink" />
    </svg>
  );
}

/** One path for all dark modules, a stroke of squares for each run in a row. */
function squares(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
}
