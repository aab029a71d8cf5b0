import compat, {
  type Identifier,
  type SupportStatement,
} from '@mdn/browser-compat-data/forLegacyNode';
import browserslist from 'browserslist';

interface BuiltIn {
  readonly of: string | null;
  readonly name: string;
  readonly isStatic: boolean;
}

/** Names of browsers in the compatibility data, by their names in browserslist. */
const NAMES = { ios_saf: 'safari_ios', safari: 'safari', chrome: 'chrome', firefox: 'firefox' };

/** Returns a script that deletes the built-ins missing in at least one of the oldest supported browsers. */
export function oldestBrowsersScript(): string {
  return `(${deleteBuiltIns.toString()})(${JSON.stringify(newerBuiltIns())});`;
}

function newerBuiltIns(): readonly BuiltIn[] {
  const isNewer = newerThan(oldestVersions());
  const globals = { ...compat.javascript['builtins'], ...compat.api };
  const lacking = Object.entries<Identifier>(globals).flatMap<BuiltIn>(([owner, feature]) =>
    isNewer(feature)
      ? { of: null, name: owner, isStatic: true }
      : Object.keys(feature)
          .filter((key) => key !== '__compat' && isNewer(feature[key]))
          .map((key) => {
            const name = key.replace(/_static$/, '');
            return { of: owner, name, isStatic: name !== key };
          }),
  );
  // Trusted Types stay, because browsers enforce them even without their factory.
  return lacking.filter(({ name }) => !/^trusted/i.test(name));
}

function oldestVersions(): ReadonlyMap<string, number> {
  const oldest = new Map<string, number>();
  for (const each of browserslist()) {
    const [name = '', version = ''] = each.split(' ');
    const known = Object.entries(NAMES).find(([listed]) => listed === name)?.[1];
    if (known === undefined) continue;
    oldest.set(known, Math.min(oldest.get(known) ?? Infinity, Number.parseFloat(version)));
  }
  return oldest;
}

function newerThan(
  oldest: ReadonlyMap<string, number>,
): (feature: Identifier | undefined) => boolean {
  return (feature) => {
    const { support: statementsOf = {} } = feature?.__compat ?? {};
    const support = new Map<string, SupportStatement>(Object.entries(statementsOf));
    return [...oldest].some(([browser, version]) => {
      const statements = support.get(browser);
      const latest = Array.isArray(statements) ? statements[0] : statements;
      if (latest === undefined) return false;
      const added: unknown = latest.version_added;
      return added === false || added === 'preview' || Number.parseFloat(String(added)) > version;
    });
  };
}

function deleteBuiltIns(builtIns: readonly BuiltIn[]): void {
  for (const { of, name, isStatic } of builtIns) {
    const constructor: unknown = of === null ? globalThis : Reflect.get(globalThis, of);
    if (!(constructor instanceof Object)) continue;
    const prototype: unknown = Reflect.get(constructor, 'prototype');
    const holders = of === 'Window' ? [globalThis] : [isStatic ? constructor : prototype];
    for (const holder of holders) {
      if (holder instanceof Object) Reflect.deleteProperty(holder, name);
    }
  }
}
