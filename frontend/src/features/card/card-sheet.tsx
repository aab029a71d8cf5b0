import type { CSSProperties, ReactNode } from 'react';
import { LogoMark } from '@/components/art/logo-mark';
import { Monument } from '@/components/art/monument';
import { PALETTE } from './palette';
import { pictureOf } from './picture';

const LOGO = pictureOf(<LogoMark />);
const NIGHT = pictureOf(<Monument still viewBox="-640 -10 1480 777" />);

const SHEET: CSSProperties = {
  display: 'flex',
  flexDirection: 'column',
  width: '100%',
  height: '100%',
  padding: '62px 76px 56px',
  background: PALETTE.night,
  color: PALETTE.sand,
  fontFamily: 'Geist',
};

const STAMP: CSSProperties = {
  position: 'absolute',
  right: 92,
  bottom: 92,
  padding: '4px 22px',
  border: `5px solid ${PALETTE.ember}`,
  borderRadius: 10,
  transform: 'rotate(-9deg)',
  background: 'rgba(11, 10, 18, 0.72)',
  color: PALETTE.ember,
  fontSize: 68,
  fontWeight: 500,
  letterSpacing: 10,
};

/** What every card has: the desert at night, the frame of a certificate, and the stamp. */
export function CardSheet({ children }: { readonly children: ReactNode }) {
  return (
    <div style={SHEET}>
      <img
        src={NIGHT}
        alt=""
        width={1200}
        height={630}
        style={{ position: 'absolute', inset: 0 }}
      />
      <Rule inset={24} opacity={0.7} />
      <Rule inset={34} opacity={0.3} />
      <div style={{ display: 'flex', alignItems: 'center', gap: 14 }}>
        <img src={LOGO} alt="" width={46} height={40} />
        <span style={{ fontFamily: 'Instrument Serif', fontSize: 40 }}>Pyramidion</span>
      </div>
      {children}
      <div style={STAMP}>PARODY</div>
    </div>
  );
}

/** A thin gold line around the sheet. */
function Rule({ inset, opacity }: { readonly inset: number; readonly opacity: number }) {
  return (
    <div style={{ position: 'absolute', inset, border: `1.5px solid ${PALETTE.gold}`, opacity }} />
  );
}
