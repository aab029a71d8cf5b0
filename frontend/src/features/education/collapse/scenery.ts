import { PALETTE } from '@/components/art/palette';
import { COURSE, SLOPE } from './stones';

/** A canvas with its size in CSS pixels and its font. */
export interface Sheet {
  readonly pen: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  readonly font: string;
}

export const GROUND = 0.88;
const STARS = 26;

export function drawCapstone({ pen }: Sheet, x: number, top: number, height: number): void {
  const half = SLOPE * COURSE;
  const paint = (colour: keyof typeof PALETTE, outline: string) => {
    pen.fillStyle = PALETTE[colour];
    pen.fill(new Path2D(outline));
  };
  pen.save();
  pen.translate(x, top);
  pen.scale(height, height);
  pen.shadowColor = PALETTE.gold;
  pen.shadowBlur = height * 0.5;
  paint('gold', `M0 0L${half} ${COURSE}H-${half}Z`);
  pen.shadowBlur = 0;
  paint('gold-deep', `M0 0L${half} ${COURSE}H${half * 0.2}Z`);
  paint('night', 'M-.359 .64Q0 .281 .359 .64 0 .999-.359 .64Z');
  paint('gold-bright', 'M-.122 .64a.122 .122 0 1 1 .244 0 .122 .122 0 1 1-.244 0Z');
  pen.restore();
}

export function drawSky({ pen, width, height }: Sheet): void {
  pen.fillStyle = PALETTE.night;
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = PALETTE.sand;
  pen.globalAlpha = 0.5;
  for (let star = 1; star <= STARS; star += 1) {
    const size = star % 3 === 0 ? 1.6 : 1;
    const [x, y] = [(star * 0.618034 * width) % width, (star * star * 37) % (height * 0.6)];
    pen.fillRect(x, y, size, size);
  }
  pen.globalAlpha = 1;
}

export function drawGround({ pen, width, height }: Sheet): void {
  const ground = height * GROUND;
  const dunes =
    `M0 ${ground + 14}Q${width * 0.3} ${ground - 4} ${width * 0.55} ${ground + 3}` +
    `Q${width * 0.8} ${ground + 10} ${width} ${ground - 6}`;
  pen.fillStyle = '#13111c';
  pen.fill(new Path2D(`${dunes}V${height}H0Z`));
  pen.strokeStyle = 'rgb(244 234 216 / 0.18)';
  pen.stroke(new Path2D(dunes));
}

/** @param since 0 at the start of the fall, 1 at its end */
export function drawDust({ pen, width, height }: Sheet, since: number): void {
  pen.fillStyle = PALETTE.stone;
  pen.globalAlpha = Math.max(0, 0.16 * (1 - since));
  for (let puff = 0; puff < 9; puff += 1) {
    const grown = Math.min(1, since * 1.6) * height * (0.07 + 0.012 * (puff % 4));
    pen.beginPath();
    pen.arc(width * (0.14 + 0.09 * puff), height * GROUND - grown * 0.4, grown, 0, 2 * Math.PI);
    pen.fill();
  }
  pen.globalAlpha = 1;
}

export function drawStamp({ pen, width, height, font }: Sheet): void {
  const size = Math.max(15, width / 34);
  pen.save();
  pen.translate(width - size * 4.2, height - size * 1.3);
  pen.rotate(-0.12);
  pen.strokeStyle = pen.fillStyle = PALETTE.ember;
  pen.lineWidth = 2;
  pen.font = `600 ${size}px ${font}`;
  pen.textAlign = 'center';
  pen.strokeRect(-size * 2.7, -size * 0.85, size * 5.4, size * 1.7);
  pen.fillText('PARODY', 0, size * 0.36);
  pen.restore();
}
