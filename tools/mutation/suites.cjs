// Loads suites written for jest and runs their tests one after the other, in this process and without jest.
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { join } = require('node:path');
const { performance } = require('node:perf_hooks');
const { format } = require('node:util');
const { transformSync } = require('@swc/core');
const { expect } = require('expect');
const fc = require('fast-check');
const { swcOptions } = require('../build/swc-options.mjs');

/**
 * The path in the copy of the project that contains the changed code. Stryker makes it the working folder after it has loaded this file.
 */
const inCopy = (path) => join(process.cwd(), path);
const OWN_PACKAGE = /^@almanac\/([a-z-]+)$/;
const PLACEHOLDER = /%[sdifjoO]/g;

// Each mutant gets the same random cases. The runner needs one failing case, but not the smallest one.
fc.configureGlobal({ seed: 225, endOnFailure: true });

const resolve = Module._resolveFilename;
Module._resolveFilename = (request, ...rest) =>
  resolve(
    request.replace(OWN_PACKAGE, (_, name) => inCopy(`libs/${name}/src/index.ts`)),
    ...rest,
  );
const compiled = new Map();
require.extensions['.ts'] = (module, file) => {
  if (!compiled.has(file)) {
    const options = { ...swcOptions, filename: file, sourceMaps: false };
    compiled.set(file, transformSync(readFileSync(file, 'utf8'), options).code);
  }
  module._compile(compiled.get(file), file);
};

/**
 * `describe.each` and `it.each`: declares one suite or test for each row.
 * The row's values are the arguments, and fill the name's placeholders.
 */
const each = (declare) => (rows) => (name, run) => {
  for (const row of rows) {
    const values = Array.isArray(row) ? row : [row];
    const shown = values.slice(0, name.match(PLACEHOLDER)?.length ?? 0);
    declare(format(name, ...shown), () => run(...values));
  }
};

/**
 * The tests in suites. Each call loads the suites and the code again, except generated files. So a mutant can be in code that runs when a
 * file is loaded, and values that the code has cached for one mutant do not affect the next one.
 * @param {string[]} files paths from the root of the repository
 * @returns {Map<string, { file: string, run: () => unknown }>} by the full name of the test
 */
function loadTests(files) {
  for (const file of Object.keys(require.cache)) {
    if (file.endsWith('.ts') && !file.includes('/generated/')) delete require.cache[file];
  }
  const tests = new Map();
  let path = [];
  const describe = (name, declareTests) => {
    path.push(name);
    declareTests();
    path.pop();
  };
  const it = (name, run) => {
    const full = [...path, name].join(' ');
    tests.set(tests.has(full) ? `${full} #${tests.size}` : full, { file: inCopy(path[0]), run });
  };
  Object.assign(globalThis, { expect, describe, it, test: it });
  Object.assign(describe, { each: each(describe) });
  Object.assign(it, { each: each(it) });
  for (const file of files) {
    path = [file];
    require(inCopy(file));
  }
  return tests;
}

/** Runs one test. @returns the error of a failing test, and the time that the test took in milliseconds */
async function runTest({ run }) {
  const start = performance.now();
  let error;
  try {
    await run();
  } catch (thrown) {
    error = thrown ?? new Error('The test has failed.');
  }
  return { error, timeSpentMs: performance.now() - start };
}

module.exports = { loadTests, runTest };
