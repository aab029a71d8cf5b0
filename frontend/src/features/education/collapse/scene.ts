import { PALETTE } from '@/components/art/palette';
import { formatCompact, formatPeople } from '@/lib/format';
import { crowdOf, crowdTile, tileScale } from './crowd';
import type { CollapseLevel, PlayedCollapse, Terms } from './collapse';
import {
  drawCapstone,
  drawDust,
  drawGround,
  drawSky,
  drawStamp,
  GROUND,
  type Sheet,
} from './scenery';
import { COURSE, SLOPE, stonesOf, timelineOf } from './stones';

const MAX_HEIGHT = 0.78;

const MAX_WIDTH = 0.7;
/** Minimum size of the capstone after the fall, as a fraction of the sheet's height. */
const CAPSTONE = 0.13;
/** Distance between the top edge and the risen capstone, as a fraction of the sheet's height. */
const HEAVEN = 0.06;

const MIN_COURSES = 3;
/** Minimum distance between two labels, in ems. */
const LABEL_DISTANCE = 1.25;
/** Minimum distance of the labels from the ground in CSS pixels, because dunes rise above it. */
const ABOVE_DUNES = 8;

const LOOKS = {
  paid: { lit: '#5b4628', shade: '#241d22', people: 'gold' },
  losing: { lit: '#6b2f22', shade: '#33171a', people: 'ember' },
} as const;

type Scene = ReturnType<typeof sceneOf>;

export function sceneOf(collapse: PlayedCollapse, { each, seed }: Terms, bet: number) {
  const { levels } = collapse;
  const timeline = timelineOf(collapse);
  const wanted = (levels.at(-2)?.joining ?? 1) * each;
  /** Filled fraction of the last level, 0 to 1. */
  const lastPart = Math.min(1, (levels.at(-1)?.joining ?? 0) / wanted);
  return {
    collapse,
    bet,
    timeline,
    lastPart,
    crowds: levels.map(({ level, joining }) => crowdOf(level, joining)),
    stones: stonesOf(collapse, lastPart, timeline.falls, seed),
    tiles: { gold: crowdTile(PALETTE.gold), ember: crowdTile(PALETTE.ember) },
  };
}

/** @param time in seconds since the start; null draws the plan */
export function drawScene(sheet: Sheet, scene: Scene, time: number | null): void {
  drawSky(sheet);
  if (time === null) drawPlan(sheet, scene.bet);
  else if (time < scene.timeline.falls) drawStanding(sheet, scene, time);
  else drawFalling(sheet, scene, time);
  drawGround(sheet);
  drawStamp(sheet);
}

/** The sheet, and the position of the pyramid on it, in CSS pixels. */
interface View extends Sheet {
  /** Height of a course with its joint. */
  readonly unit: number;
  readonly middle: number;
  readonly top: number;
}

function viewOf(sheet: Sheet, courses: number): View {
  const { width, height } = sheet;
  const unit = Math.min(
    (height * MAX_HEIGHT) / (courses + 1),
    (width * MAX_WIDTH) / (2 * SLOPE * (courses + 1)),
  );
  return { ...sheet, unit, middle: width / 2, top: height * GROUND - unit * (courses + 1) };
}

function drawPlan(sheet: Sheet, bet: number): void {
  const view = viewOf(sheet, bet);
  sheet.pen.globalAlpha = 0.55;
  for (let level = 1; level <= bet; level += 1) {
    strokeDashed(sheet, courseOutline(view, level, -1, 1), PALETTE.stone, [3, 4]);
  }
  sheet.pen.globalAlpha = 1;
  drawCapstone(sheet, view.middle, view.top, view.unit);
  writeLabels(view, Array<string>(bet).fill(''));
}

function drawStanding(sheet: Sheet, scene: Scene, time: number): void {
  const { bet, collapse, timeline, lastPart } = scene;
  const { levels } = collapse;
  const shown = Math.min(levels.length, time / timeline.perLevel);
  const shaking = time > timeline.full ? Math.sin(time * 70) * 1.5 : 0;
  const still = viewOf(sheet, Math.max(MIN_COURSES, shown));
  const view = { ...still, middle: still.middle + shaking };
  const filling = Math.ceil(shown);
  for (const { level } of levels.slice(0, filling)) {
    const reached = Math.min(1, shown - level + 1);
    const most = level === levels.length ? lastPart : 1;
    drawCourse(view, scene, level, reached * most, level >= filling - 1 ? 'losing' : 'paid');
    if (reached === 1 && most < 1) {
      strokeDashed(view, courseOutline(view, level, -1, -most), PALETTE.ember, [4, 3]);
      strokeDashed(view, courseOutline(view, level, most, 1), PALETTE.ember, [4, 3]);
    }
  }
  drawCapstone(sheet, view.middle, view.top, view.unit);
  const filled = levels.slice(0, Math.floor(shown));
  const joined = filled.map(({ joining }) => formatCompact(joining));
  writeLabels(view, joined);
  writeHeadline(sheet, filled.at(-1) ?? levels[0]);
  if (bet <= shown) drawBet(view, bet);
}

/** @param part filled fraction of the level */
function drawCourse(
  view: View,
  { crowds, tiles }: Scene,
  level: number,
  part: number,
  look: keyof typeof LOOKS,
): void {
  const { pen, unit } = view;
  const { lit, shade, people } = LOOKS[look];
  const outline = courseOutline(view, level, -part, part);
  pen.fillStyle = lit;
  pen.fill(outline);
  pen.fillStyle = shade;
  if (part > 0.2) pen.fill(courseOutline(view, level, 0.2, part));
  const crowd = crowds[level - 1];
  if (!crowd) return;
  pen.save();
  pen.clip(outline);
  pen.translate(view.middle, view.top + unit * level);
  if (crowd.figures) {
    pen.scale(unit, unit);
    pen.fillStyle = PALETTE[people];
    pen.fill(crowd.figures);
  } else {
    const scale = tileScale(crowd.rows, unit * COURSE);
    const half = (SLOPE * (level + 1) * unit) / scale;
    pen.scale(scale, scale);
    pen.fillStyle = pen.createPattern(tiles[people], 'repeat') ?? PALETTE[people];
    pen.fillRect(-half, 0, 2 * half, (unit * COURSE) / scale);
  }
  pen.restore();
}

function drawFalling(sheet: Sheet, scene: Scene, time: number): void {
  const { collapse, stones, timeline } = scene;
  const count = collapse.levels.length;
  const view = viewOf(sheet, Math.max(MIN_COURSES, count));
  const { pen, unit, middle, height } = view;
  const since = (time - timeline.falls) / (timeline.over - timeline.falls);
  drawDust(sheet, since);
  for (const stone of stones) {
    const place = stone.at(time);
    const losing = stone.level >= count - 1;
    const [wide, tall] = [stone.width * unit * 0.97, COURSE * unit];
    pen.save();
    pen.translate(middle + place.across * unit, height * GROUND - place.height * unit);
    pen.rotate(place.angle);
    pen.fillStyle = losing ? '#a3472f' : stone.isLit ? '#8f6d33' : '#54401f';
    pen.fillRect(-wide / 2, -tall / 2, wide, tall);
    pen.fillStyle = losing ? PALETTE.ember : PALETTE.gold;
    pen.fillRect(-wide / 2, -tall / 2, wide, Math.max(1, tall * 0.16));
    pen.restore();
  }
  const left = Math.max(unit, height * CAPSTONE);
  const grown = unit + (left - unit) * Math.min(1, since * 2);
  const rises = Math.min(1, since * 1.4) ** 2;
  drawCapstone(sheet, middle, view.top + (height * HEAVEN - view.top) * rises, grown);
}

/** Returns the outline of a course between two positions: -1 is its left edge, 1 its right edge. */
function courseOutline(
  { middle, top, unit }: View,
  level: number,
  from: number,
  to: number,
): Path2D {
  const foot = level + COURSE;
  const x = (part: number, depth: number) => middle + part * SLOPE * depth * unit;
  const y = (depth: number) => top + depth * unit;
  return new Path2D(
    `M${x(from, level)} ${y(level)}H${x(to, level)}L${x(to, foot)} ${y(foot)}H${x(from, foot)}Z`,
  );
}

function strokeDashed({ pen }: Sheet, outline: Path2D, colour: string, dashes: number[]): void {
  pen.strokeStyle = colour;
  pen.setLineDash(dashes);
  pen.stroke(outline);
  pen.setLineDash([]);
}

function labelSize({ width }: Sheet): number {
  return Math.max(11, Math.min(13, width / 28));
}

function writeLabels(view: View, joined: readonly string[]): void {
  const { pen, width, font } = view;
  const size = labelSize(view);
  const every = Math.ceil((size * LABEL_DISTANCE) / view.unit);
  pen.font = `${size}px ${font}`;
  pen.fillStyle = PALETTE.stone;
  // All labels are raised by the same amount, so that they do not overlap.
  const raised = Math.max(0, ABOVE_DUNES + size * 0.3 - view.unit / 2);
  for (const [index, text] of joined.entries()) {
    if ((joined.length - 1 - index) % every !== 0) continue;
    const y = view.top + view.unit * (index + 1.5) + size * 0.3 - raised;
    pen.textAlign = 'left';
    pen.fillText(String(index + 1), 12, y);
    pen.textAlign = 'right';
    pen.fillText(text, width - 12, y);
  }
}

function writeHeadline({ pen, width, font }: Sheet, joined: CollapseLevel | undefined): void {
  if (!joined) return;
  const size = Math.max(20, width / 26);
  pen.textAlign = 'left';
  pen.fillStyle = PALETTE['gold-bright'];
  pen.font = `${size}px 'Instrument Serif', serif`;
  pen.fillText(`Level ${joined.level}`, 16, size * 1.5);
  pen.fillStyle = PALETTE.stone;
  pen.font = `${Math.min(15, width / 24)}px ${font}`;
  pen.fillText(`${formatPeople(joined.total)} recruited`, 16, size * 2.5);
}

function drawBet(view: View, bet: number): void {
  const { pen, width, font } = view;
  const y = view.top + view.unit * (bet + COURSE);
  strokeDashed(view, new Path2D(`M34 ${y}H${width - 34}`), PALETTE.sand, [2, 5]);
  pen.textAlign = 'left';
  pen.fillStyle = PALETTE.sand;
  pen.font = `${labelSize(view)}px ${font}`;
  pen.fillText('the bet', 34, y - 4);
}
