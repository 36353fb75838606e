// A transform for jest that rewrites ES modules of packages to CommonJS: on Node before 24.9, jest cannot require() ES modules, and
// NestJS 12 consists of them. It also replaces import() in CommonJS packages by require().
const { createHash } = require('node:crypto');
const { existsSync, readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { transformSync } = require('@swc/core');

/** Part of the cache key; raise it when this file changes. */
const TRANSFORM_VERSION = 3;
const DYNAMIC_IMPORT = /\bimport\(\s*(['"][^'"]+['"])\s*\)/g;
const typeOfFolder = new Map();

/** `module` if `.js` files in the folder are ES modules, by the nearest package.json with a type or a name; otherwise `commonjs`. */
function moduleType(folder) {
  const known = typeOfFolder.get(folder);
  if (known) return known;
  const manifest = join(folder, 'package.json');
  const parent = dirname(folder);
  const declared = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : undefined;
  const type = declared?.type ?? (declared?.name || parent === folder ? 'commonjs' : moduleType(parent));
  typeOfFolder.set(folder, type);
  return type;
}

module.exports = {
  getCacheKey: (source, file) => createHash('sha256').update(`${TRANSFORM_VERSION}${file}${source}`).digest('hex'),
  process(source, file) {
    const isModule = file.endsWith('.mjs') || (file.endsWith('.js') && moduleType(dirname(file)) === 'module');
    if (!isModule) return { code: source.replace(DYNAMIC_IMPORT, 'Promise.resolve().then(() => require($1))') };
    const { code } = transformSync(source, {
      filename: file,
      swcrc: false,
      jsc: { target: 'es2022', parser: { syntax: 'ecmascript' } },
      module: { type: 'commonjs', ignoreDynamic: false },
    });
    return { code: code.replaceAll('import.meta.url', '(require("node:url").pathToFileURL(__filename).href)') };
  },
};
