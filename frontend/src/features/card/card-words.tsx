import type { CSSProperties, ReactNode } from 'react';
import { PALETTE } from './palette';

const SHEET: CSSProperties = {
  display: 'flex',
  flexDirection: 'column',
  boxSizing: 'border-box',
  width: '100%',
  height: '100%',
  padding: '62px 76px 56px',
  color: PALETTE.sand,
  fontFamily: 'Geist',
};

const STAMP: CSSProperties = {
  position: 'absolute',
  left: 753,
  top: 443,
  transform: 'rotate(-9deg)',
  color: PALETTE.ember,
  fontSize: 68,
  fontWeight: 500,
  letterSpacing: 10,
};

/** The words that are on every card, its name and its stamp, and between the two what this one says. */
export function CardWords({ children }: { readonly children: ReactNode }) {
  return (
    <div style={SHEET}>
      <span style={{ marginLeft: 60, fontFamily: 'Instrument Serif', fontSize: 40 }}>
        Pyramidion
      </span>
      {children}
      <span style={STAMP}>PARODY</span>
    </div>
  );
}
