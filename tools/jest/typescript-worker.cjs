// Runs the TypeScript source of a worker thread of the product, compiled with the options of the build. jest's transforms do not work
// in a thread. So Node itself loads the packages that are ES modules.
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { join } = require('node:path');
const { workerData } = require('node:worker_threads');
const { transformSync } = require('@swc/core');
const { swcOptions } = require('../build/swc-options.mjs');

const LIBRARIES = join(__dirname, '../../libs');
const OWN_PACKAGE = /^@almanac\/([a-z-]+)$/;
const resolve = Module._resolveFilename;

Module._resolveFilename = (request, ...rest) =>
  resolve(
    request.replace(OWN_PACKAGE, (_, name) => join(LIBRARIES, name, 'src/index.ts')),
    ...rest,
  );
require.extensions['.ts'] = (module, file) => {
  const { code } = transformSync(readFileSync(file, 'utf8'), { ...swcOptions, filename: file, sourceMaps: 'inline' });
  module._compile(code, file);
};
require(workerData.sourceFile);
