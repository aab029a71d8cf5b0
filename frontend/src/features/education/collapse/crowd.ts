import { COURSE, SLOPE } from './stones';

/** Assumed width of a person, as a fraction of the row's height. */
const FIGURE_WIDTH = 0.5;
/** A larger crowd is drawn as a pattern, which is faster. */
const MAX_FIGURES = 130;

const MAX_ROWS = 12;
const TILE_PIXELS = 16;

/** Arranges a level's recruits in rows. `figures` are their outlines, or null if a pattern must replace them. */
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

/** A head and shoulders, 0.93 high, above the point 0, 0. */
const FIGURE = 'M.15-.78a.15 .15 0 1 1-.3 0 .15 .15 0 1 1 .3 0ZM-.2 0-.17-.48Q0-.68 .17-.48L.2 0Z';

function addFigure(path: Path2D, x: number, foot: number, height: number): void {
  path.addPath(new Path2D(FIGURE), new DOMMatrix([height, 0, 0, height, x, foot]));
}

export function crowdTile(colour: string): HTMLCanvasElement {
  const tile = document.createElement('canvas');
  tile.width = tile.height = TILE_PIXELS;
  const pen = tile.getContext('2d');
  if (pen) {
    const figure = new Path2D();
    addFigure(figure, TILE_PIXELS * 0.25, TILE_PIXELS * 0.98, TILE_PIXELS * 0.92);
    addFigure(figure, TILE_PIXELS * 0.75, TILE_PIXELS * 0.98, TILE_PIXELS * 0.84);
    pen.fillStyle = colour;
    pen.fill(figure);
  }
  return tile;
}

/**
 * Returns a scale at which the tile is 16, 8 or 4 CSS pixels high, since other sizes blur into stripes.
 * @param course height of a course without its joint, in CSS pixels
 */
export function tileScale(rows: number, course: number): number {
  const wanted = course / rows;
  return [1, 0.5].find((scale) => TILE_PIXELS * scale <= wanted) ?? 0.25;
}
