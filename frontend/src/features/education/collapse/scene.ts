import { PALETTE } from '@/components/art/palette';
import { formatCompact, formatPeople } from '@/lib/format';
import { crowdOf, crowdTile, tileScale, type Crowd } from './crowd';
import { COURSE, filledPart, SLOPE, stoneAt, stonesOf, type FallingStone } from './stones';
import { timelineOf, type Timeline } from './timeline';
import type { PlayedCollapse } from './play';
import {
  drawCapstone,
  drawDust,
  drawGround,
  drawSky,
  drawStamp,
  GROUND,
  type Pen,
  type Sheet,
} from './scenery';

/** A collapse, ready to be drawn at any moment of it. */
interface Scene {
  readonly collapse: PlayedCollapse;
  readonly timeline: Timeline;
  readonly bet: number;
  readonly lastPart: number;
  readonly crowds: readonly Crowd[];
  readonly stones: readonly FallingStone[];
  readonly tiles: { readonly gold: HTMLCanvasElement; readonly ember: HTMLCanvasElement };
}

/** How high a pyramid may stand on the ground, and how wide, as parts of the sheet. */
const TALLEST = 0.78;
const WIDEST = 0.7;
/** The capstone that is left is drawn at least this high, as a part of the sheet. */
const CAPSTONE = 0.13;
/** Where it rises to. */
const HEAVEN = 0.06;
const FEWEST_COURSES_SHOWN = 3;
const MOST_LABELS = 14;
const LIT = '#5b4628';
const SHADE = '#241d22';
const EMBER_LIT = '#6b2f22';
const EMBER_SHADE = '#33171a';

export function sceneOf(collapse: PlayedCollapse, each: number, bet: number, seed: number): Scene {
  const timeline = timelineOf(collapse);
  const lastPart = filledPart(collapse, collapse.levels.length - 1, each);
  return {
    collapse,
    timeline,
    bet,
    lastPart,
    crowds: collapse.levels.map(({ level, joining }) => crowdOf(level, joining)),
    stones: stonesOf(collapse, lastPart, timeline, seed),
    tiles: { gold: crowdTile(PALETTE.gold), ember: crowdTile(PALETTE.ember) },
  };
}

/** Draws what nobody has joined yet: as many courses as are bet on. */
export function drawPlan(pen: Pen, sheet: Sheet, bet: number): void {
  const view = viewOf(sheet, bet);
  drawSky(pen, sheet);
  pen.strokeStyle = PALETTE.stone;
  pen.setLineDash([3, 4]);
  pen.globalAlpha = 0.55;
  for (let level = 1; level <= bet; level += 1) {
    pen.stroke(courseOutline(view, level, -1, 1));
  }
  pen.globalAlpha = 1;
  pen.setLineDash([]);
  drawCapstone(pen, view.middle, view.top, view.unit);
  writeLabels(
    pen,
    sheet,
    view,
    Array.from({ length: bet }, () => ''),
  );
  drawGround(pen, sheet);
  drawStamp(pen, sheet);
}

/** Draws a collapse as it is so many seconds after its founding. */
export function drawScene(pen: Pen, sheet: Sheet, scene: Scene, time: number): void {
  const { collapse, timeline } = scene;
  const shown = Math.min(collapse.levels.length, time / timeline.perLevel);
  const view = viewOf(sheet, Math.max(FEWEST_COURSES_SHOWN, shown));
  drawSky(pen, sheet);
  if (time < timeline.falls) {
    const shaking = time > timeline.full ? Math.sin(time * 70) * 1.5 : 0;
    drawStanding(pen, sheet, scene, { ...view, middle: view.middle + shaking }, shown);
  } else {
    drawFalling(pen, sheet, scene, view, time);
  }
  drawGround(pen, sheet);
  drawStamp(pen, sheet);
}

/** Where things stand on the sheet, in CSS pixels. */
interface View {
  readonly unit: number;
  readonly middle: number;
  readonly top: number;
}

/** Shows so many courses and the capstone, down to the ground. */
function viewOf({ width, height }: Sheet, courses: number): View {
  const unit = Math.min(
    (height * TALLEST) / (courses + 1),
    (width * WIDEST) / (2 * SLOPE * (courses + 1)),
  );
  return { unit, middle: width / 2, top: height * GROUND - unit * (courses + 1) };
}

function drawStanding(pen: Pen, sheet: Sheet, scene: Scene, view: View, shown: number): void {
  const { collapse, crowds, lastPart } = scene;
  const { levels } = collapse;
  const current = Math.ceil(shown);
  for (const [index, crowd] of crowds.slice(0, current).entries()) {
    const level = index + 1;
    const isLast = level === levels.length;
    const reached = Math.min(1, shown - index);
    const part = reached * (isLast ? lastPart : 1);
    const losing = level >= current - 1;
    fillCourse(pen, view, level, part, losing);
    pen.save();
    pen.clip(courseOutline(view, level, -part, part));
    pen.translate(view.middle, view.top + view.unit * level);
    fillCrowd(pen, scene, crowd, view.unit, level, losing);
    pen.restore();
    if (isLast && reached === 1 && lastPart < 1) drawMissing(pen, view, level, lastPart);
  }
  drawCapstone(pen, view.middle, view.top, view.unit);
  const texts = levels.slice(0, Math.floor(shown)).map(({ joining }) => formatCompact(joining));
  writeLabels(pen, sheet, view, texts);
  const joined = levels[Math.max(0, Math.floor(shown) - 1)];
  writeHeadline(pen, sheet, joined ? `Level ${Math.max(1, Math.floor(shown))}` : '', joined?.total);
  drawBet(pen, sheet, view, scene.bet, shown);
}

function fillCourse(pen: Pen, view: View, level: number, part: number, losing: boolean): void {
  pen.fillStyle = losing ? EMBER_LIT : LIT;
  pen.fill(courseOutline(view, level, -part, part));
  pen.fillStyle = losing ? EMBER_SHADE : SHADE;
  if (part > 0.2) pen.fill(courseOutline(view, level, 0.2, part));
}

/** Fills the course that begins under the pen with the people of a level. */
function fillCrowd(
  pen: Pen,
  { tiles }: Scene,
  crowd: Crowd,
  unit: number,
  level: number,
  losing: boolean,
): void {
  if (crowd.figures) {
    pen.scale(unit, unit);
    pen.fillStyle = losing ? PALETTE.ember : PALETTE.gold;
    pen.fill(crowd.figures);
    return;
  }
  const pattern = pen.createPattern(losing ? tiles.ember : tiles.gold, 'repeat');
  if (!pattern) return;
  const scale = tileScale(crowd.rows, unit * COURSE);
  const half = (SLOPE * (level + 1) * unit) / scale;
  pen.fillStyle = pattern;
  pen.scale(scale, scale);
  pen.fillRect(-half, 0, 2 * half, (unit * COURSE) / scale);
}

/** The part of a course that nobody came for. */
function drawMissing(pen: Pen, view: View, level: number, part: number): void {
  pen.strokeStyle = PALETTE.ember;
  pen.setLineDash([4, 3]);
  pen.stroke(courseOutline(view, level, -1, -part));
  pen.stroke(courseOutline(view, level, part, 1));
  pen.setLineDash([]);
}

function drawFalling(pen: Pen, sheet: Sheet, scene: Scene, view: View, time: number): void {
  const { collapse, stones, timeline } = scene;
  const ground = sheet.height * GROUND;
  const since = (time - timeline.falls) / (timeline.over - timeline.falls);
  drawDust(pen, sheet, since);
  for (const stone of stones) {
    const { across, height, angle } = stoneAt(stone, time);
    const losing = stone.level >= collapse.levels.length - 1;
    const [wide, tall] = [stone.width * view.unit * 0.97, COURSE * view.unit];
    pen.save();
    pen.translate(view.middle + across * view.unit, ground - height * view.unit);
    pen.rotate(angle);
    pen.fillStyle = losing ? '#a3472f' : stone.from[0] < stone.width ? '#8f6d33' : '#54401f';
    pen.fillRect(-wide / 2, -tall / 2, wide, tall);
    pen.fillStyle = losing ? PALETTE.ember : PALETTE.gold;
    pen.fillRect(-wide / 2, -tall / 2, wide, Math.max(1, tall * 0.16));
    pen.restore();
  }
  const left = Math.max(view.unit, sheet.height * CAPSTONE);
  const grown = view.unit + (left - view.unit) * Math.min(1, since * 2);
  const rises = Math.min(1, since * 1.4) ** 2;
  const top = view.top + (sheet.height * HEAVEN - view.top) * rises;
  drawCapstone(pen, view.middle, top, grown);
}

function courseOutline(view: View, level: number, from: number, to: number): Path2D {
  const outline = new Path2D();
  const corner = (part: number, depth: number) =>
    [view.middle + part * SLOPE * depth * view.unit, view.top + depth * view.unit] as const;
  outline.moveTo(...corner(from, level));
  outline.lineTo(...corner(to, level));
  outline.lineTo(...corner(to, level + COURSE));
  outline.lineTo(...corner(from, level + COURSE));
  outline.closePath();
  return outline;
}

/** In CSS pixels, and never so small that a phone's owner has to guess. */
function labelSize({ width }: Sheet): number {
  return Math.max(11, Math.min(13, width / 28));
}

/** Levels on the left and how many joined on the right, as often as there is room for them. */
function writeLabels(pen: Pen, sheet: Sheet, view: View, texts: readonly string[]): void {
  const every = Math.ceil(texts.length / MOST_LABELS);
  const size = labelSize(sheet);
  pen.font = `${size}px ${sheet.font}`;
  pen.fillStyle = PALETTE.stone;
  for (const [index, text] of texts.entries()) {
    if ((texts.length - 1 - index) % every !== 0) continue;
    const y = view.top + view.unit * (index + 1.5) + size * 0.3;
    pen.textAlign = 'left';
    pen.fillText(String(index + 1), 12, y);
    pen.textAlign = 'right';
    pen.fillText(text, sheet.width - 12, y);
  }
}

function writeHeadline(pen: Pen, sheet: Sheet, title: string, total: number | undefined): void {
  const size = Math.max(20, sheet.width / 26);
  pen.textAlign = 'left';
  pen.fillStyle = PALETTE['gold-bright'];
  pen.font = `${size}px 'Instrument Serif', serif`;
  pen.fillText(title, 16, size * 1.5);
  if (total === undefined) return;
  pen.fillStyle = PALETTE.stone;
  pen.font = `${Math.min(15, sheet.width / 24)}px ${sheet.font}`;
  pen.fillText(`${formatPeople(total)} recruited`, 16, size * 2.5);
}

/** The line on which it was bet to end. */
function drawBet(pen: Pen, sheet: Sheet, view: View, bet: number, shown: number): void {
  if (bet > shown) return;
  const y = view.top + view.unit * (bet + COURSE);
  pen.strokeStyle = PALETTE.sand;
  pen.setLineDash([2, 5]);
  pen.beginPath();
  pen.moveTo(34, y);
  pen.lineTo(sheet.width - 34, y);
  pen.stroke();
  pen.setLineDash([]);
  pen.textAlign = 'left';
  pen.fillStyle = PALETTE.sand;
  pen.font = `${labelSize(sheet)}px ${sheet.font}`;
  pen.fillText('your bet', 34, y - 4);
}
