// A transform for jest: compiles our TypeScript with the options of the build, but with inline source maps.
const swcJest = require('@swc/jest');
const { swcOptions } = require('../build/swc-options.mjs');

module.exports = swcJest.createTransformer({ ...swcOptions, sourceMaps: 'inline' });
