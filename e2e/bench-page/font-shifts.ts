import { FONT_SETS, launchChromium } from '../support/browser/chromium.js';
import { openWindows, shiftsByLateFonts, WINDOWS } from '../support/browser/late-fonts.js';
import type { Measurement } from './measurement.js';

/** Measures how far the layout shifts when fonts arrive late, once for each set of installed fonts. */
export async function measureFontShifts(
  origin: string,
  path: string,
): Promise<readonly Measurement[]> {
  const measurements: Measurement[] = [];
  for (const fonts of FONT_SETS) {
    const browser = await launchChromium(fonts);
    try {
      const windows = await openWindows(browser);
      const shifts = await shiftsByLateFonts(windows, `${origin}${path}`);
      for (const [index, value] of shifts.entries()) {
        const name = `${path} layout shift by late fonts, ${fonts}, ${WINDOWS[index]?.width} px`;
        measurements.push({ name, value, unit: '', target: { atMost: 0 } });
      }
    } finally {
      await browser.close();
    }
  }
  return measurements;
}
