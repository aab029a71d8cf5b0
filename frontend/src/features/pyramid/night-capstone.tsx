import { PALETTE } from '@/components/art/palette';
import { CAPSTONE, pointAt } from './geometry';

const APEX = pointAt(0.5, 0).join(' ');
const LEFT = pointAt(0, CAPSTONE).join(' ');
const RIDGE = pointAt(0.6, CAPSTONE).join(' ');
const RIGHT = pointAt(1, CAPSTONE).join(' ');

/** The top of every pyramid, with its eye open. */
export function NightCapstone() {
  return (
    <>
      <path d={`M${APEX}L${LEFT}L${RIDGE}Z`} fill={PALETTE['gold-bright']} />
      <path d={`M${APEX}L${RIDGE}L${RIGHT}Z`} fill={PALETTE['gold-deep']} />
      <path d="M458 92q42-40 84 0-42 40-84 0Z" fill={PALETTE.night} />
      <circle cx="500" cy="92" r="15" fill={PALETTE['gold-bright']} />
      <circle cx="500" cy="92" r="6" fill={PALETTE.night} />
    </>
  );
}
