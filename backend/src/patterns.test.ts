import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { analyse } from 'scslre';
import ts from 'typescript-5';

const QUADRATIC: Readonly<Record<string, string>> = {
  'backend/src/database/migrations/table-dialect.ts: \\n? *-- ': 'reads our own SQL',
  'backend/src/database/objects/triggers.ts: \\w+_\\w+': 'reads our own SQL',
  'backend/src/site/serve-site.ts: ^([^?]*)(.*)$': 'matches every text at the first attempt',
  'frontend/src/lib/format.ts: \\B(?=(\\d{3})+$)': 'reads the digits of a number',
};

function slowPatterns(path: string): string[] {
  const slow: string[] = [];
  const search = (node: ts.Node): void => {
    const [, source = '', flags = ''] = ts.isRegularExpressionLiteral(node)
      ? (/^\/(.*)\/(\w*)$/s.exec(node.text) ?? [])
      : [];
    if (source !== '' && analyse({ source, flags }).reports.length > 0)
      slow.push(`${path}: ${source}`);
    node.forEachChild(search);
  };
  search(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest));
  return slow;
}

test('the analysis finds no slow regular expression literal, except those listed here', () => {
  const files = ['backend/src', 'frontend/src'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  );
  expect(files.flatMap(slowPatterns).sort()).toEqual(Object.keys(QUADRATIC));
});

test('the analysis finds a pattern that takes quadratic time', () => {
  expect(analyse({ source: '\\s+$', flags: '' }).reports).not.toEqual([]);
});
