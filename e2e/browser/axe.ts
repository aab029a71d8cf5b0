import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { z } from 'zod';

const requireHere = createRequire(path.join(process.cwd(), 'package.json'));

const resultSchema = z.object({
  violations: z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) })),
});

declare global {
  interface Window {
    axe?: { run(options: { readonly resultTypes: readonly string[] }): Promise<unknown> };
  }
}

const AXE = readFileSync(requireHere.resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong with the page: the rule, and the first element that breaks it. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const found = await page.evaluate(() => window.axe?.run({ resultTypes: ['violations'] }));
  const result = resultSchema.parse(found);
  return result.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
}
