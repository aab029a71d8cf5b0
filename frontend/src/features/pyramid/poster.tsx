import { renderToStaticMarkup } from 'react-dom/server.edge';
import type { Renderer } from '@backend/site/page';
import { PALETTE } from '@/components/art/palette';
import { formatCount, plural, shortenAddress } from '@/lib/format';
import { blueprintOf } from './blueprint';
import { FRAME } from './geometry';
import { NightSky, PyramidDrawing, SERIF } from './pyramid-drawing';
import { countText, omissions, totalsOf } from './pyramid-texts';

const POSTER = { width: 1600, height: 1270 } as const;

const MARGIN = 90;
const CENTRE = POSTER.width / 2;
const DRAWING_WIDTH = POSTER.width - 2 * MARGIN;
const DRAWING_SCALE = DRAWING_WIDTH / FRAME.width;
const SANS = 'Geist, system-ui, Helvetica, Arial, sans-serif';
const SANS_MEDIUM = `'Geist Medium', ${SANS}`;

/**
 * Renders a pyramid with its numbers as SVG of 1280 × 1016 px.
 * @param fonts style sheet with embedded fonts, for saved files
 * @param site host to print on the picture
 */
export const renderPyramid: Renderer['renderPyramid'] = (pyramid, fonts, site) => {
  const { recruits, proven } = totalsOf(pyramid);
  const facts = `${countText(pyramid, recruits)} · ${plural(pyramid.levels.length, 'level')} · ${formatCount(proven)} proven`;
  return renderToStaticMarkup(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width="1280"
      height="1016"
      viewBox={`0 0 ${POSTER.width} ${POSTER.height}`}
    >
      <style>{fonts}</style>
      <NightSky x={0} y={0} {...POSTER} />
      <g fontFamily={SERIF} fill={PALETTE.sand} textAnchor="middle">
        <text x={CENTRE} y="130" fontSize="84">
          {`The Pyramid of ${shortenAddress(pyramid.wallet)}`}
        </text>
        <text x={CENTRE} y="196" fontSize="40" fontFamily={SANS} fill={PALETTE['gold-bright']}>
          {facts}
        </text>
      </g>
      <g
        transform={`translate(${MARGIN - FRAME.x * DRAWING_SCALE} ${230 - FRAME.y * DRAWING_SCALE}) scale(${DRAWING_SCALE})`}
      >
        <PyramidDrawing blueprint={blueprintOf(pyramid)} />
      </g>
      <g fontFamily={SANS} fontSize="28" fill={PALETTE.stone} textAnchor="middle">
        <text x={CENTRE} y="1118">
          Solid: proven. Hollow: claimed. Dark: the business plan.
        </text>
        {omissions(pyramid).map((omission, index) => (
          <text key={omission} x={CENTRE} y={1158 + index * 34} fontSize="24">
            {omission}
          </text>
        ))}
        <text x={CENTRE} y={POSTER.height - 36} fill={PALETTE.gold}>
          {`Pyramidion, the AI-run pyramid scheme that admits it. ${site}`}
        </text>
      </g>
      <Stamp />
    </svg>,
  );
};

function Stamp() {
  return (
    <g transform={`translate(${POSTER.width - 250} 380) rotate(-11)`} textAnchor="middle">
      <rect
        x="-190"
        y="-66"
        width="380"
        height="112"
        rx="14"
        fill={PALETTE.night}
        fillOpacity="0.72"
        stroke={PALETTE.ember}
        strokeWidth="6"
      />
      <text
        y="20"
        textLength="320"
        lengthAdjust="spacingAndGlyphs"
        fontFamily={SANS_MEDIUM}
        fontSize="78"
        fill={PALETTE.ember}
      >
        PARODY
      </text>
    </g>
  );
}
