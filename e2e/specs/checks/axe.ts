import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Page } from 'playwright-core';

const requireHere = createRequire(path.join(process.cwd(), 'package.json'));

declare global {
  interface Window {
    axe?: {
      run(options: {
        readonly resultTypes: readonly string[];
        readonly preload: boolean;
      }): Promise<{
        readonly violations: readonly {
          readonly id: string;
          readonly nodes: readonly { readonly html: string }[];
        }[];
      }>;
    };
  }
}

const AXE = readFileSync(requireHere.resolve('axe-core/axe.min.js'), 'utf8');

/** Returns axe's violations, each with the first affected element. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const found = await window.axe?.run({ resultTypes: ['violations'], preload: false });
    if (!found) throw new Error('axe is not there');
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
  });
}
