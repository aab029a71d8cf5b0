import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const LICENSE_FILE = /^(licen[cs]e|copying|notice|ofl)/i;

const PACKAGE_FOLDER = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;

/** Writes `notices.txt`, which lists every package in the bundle with its licence. */
export class NoticesPlugin {
  /** @param {readonly string[]} others packages whose files are in the build, but not as modules */
  constructor(others = []) {
    this.others = others.map((name) => path.join(import.meta.dirname, '../node_modules', name));
  }

  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('NoticesPlugin', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tap({ name: 'NoticesPlugin', stage }, () => {
        const folders = new Set(this.others);
        for (const module of compilation.modules) {
          const name = module.nameForCondition();
          const folder = name === null ? undefined : PACKAGE_FOLDER.exec(name)?.[0];
          if (folder !== undefined) folders.add(folder);
        }
        // Two folders may contain the same version of a package.
        const notices = [...new Set([...folders].map(noticeOf))].sort();
        compilation.emitAsset('notices.txt', new sources.RawSource(notices.join('\n')));
      });
    });
  }
}

/** @param {string} folder */
function noticeOf(folder) {
  const { name, version, license, author } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  );
  const texts = readdirSync(folder)
    .filter((file) => LICENSE_FILE.test(file) && !/\.(js|ts|json)$/.test(file))
    .sort()
    .map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
  if (typeof license !== 'string') {
    throw new Error(`${folder} does not say what its licence is`);
  }
  const holder = typeof author === 'string' ? author : author?.name;
  const text = texts.length > 0 ? texts.join('\n\n') : `Copyright: ${holder ?? 'its authors'}`;
  return `${name} ${version} · ${license}\n\n${text}\n`;
}
