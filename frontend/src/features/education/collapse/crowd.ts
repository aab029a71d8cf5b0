import { COURSE, SLOPE } from './stones';

/** The width of one figure, as a part of the height of its row. */
const FIGURE_WIDTH = 0.5;
/** Above this many, a course shows a crowd: an outline for each takes a phone too long. */
const MAX_FIGURES = 130;
const MAX_ROWS = 12;
/** Of the picture that a crowd repeats, in pixels. */
const TILE = 16;

/** The figures of a level's recruits, in courses from the top middle of theirs; where they are too many, rows of a crowd. */
export function crowdOf(level: number, recruits: number) {
  const width = 2 * SLOPE * (level + 0.35);
  const rows = Math.max(1, Math.ceil(Math.sqrt((recruits * FIGURE_WIDTH) / width)));
  if (recruits > MAX_FIGURES) return { figures: null, rows: Math.min(rows, MAX_ROWS) };
  const figures = new Path2D();
  const perRow = Math.ceil(recruits / rows);
  const height = COURSE / rows;
  for (let figure = 0; figure < recruits; figure += 1) {
    const row = Math.floor(figure / perRow);
    const inRow = Math.min(perRow, recruits - row * perRow);
    const pitch = Math.min(width / inRow, height * 0.8);
    const across = ((figure % perRow) - (inRow - 1) / 2) * pitch;
    addFigure(figures, across, (row + 1) * height, Math.min(height * 0.94, pitch * 2.2));
  }
  return { figures, rows };
}

/** A figure of height 1 that stands at 0, 0: a head, and shoulders that bear whoever comes above. */
const FIGURE = 'M.15-.78a.15 .15 0 1 1-.3 0 .15 .15 0 1 1 .3 0ZM-.2 0-.17-.48Q0-.68 .17-.48L.2 0Z';

function addFigure(path: Path2D, x: number, foot: number, height: number): void {
  path.addPath(new Path2D(FIGURE), new DOMMatrix([height, 0, 0, height, x, foot]));
}

/** What a crowd in a colour repeats, one figure a tile. */
export function crowdTile(colour: string): HTMLCanvasElement {
  const tile = document.createElement('canvas');
  tile.width = tile.height = TILE;
  const pen = tile.getContext('2d');
  if (pen) {
    const figure = new Path2D();
    addFigure(figure, TILE * 0.25, TILE * 0.98, TILE * 0.92);
    addFigure(figure, TILE * 0.75, TILE * 0.98, TILE * 0.84);
    pen.fillStyle = colour;
    pen.fill(figure);
  }
  return tile;
}

/**
 * How a crowd's tile is stretched, so that about so many rows fill a course.
 * @param course its height in pixels. A figure is 16, 8 or 4 of them high: in between, figures blur into stripes
 */
export function tileScale(rows: number, course: number): number {
  const wanted = course / rows;
  return [1, 0.5].find((scale) => TILE * scale <= wanted) ?? 0.25;
}
