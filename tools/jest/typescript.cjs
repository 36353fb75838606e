// Compiles our TypeScript for jest exactly as the build does.
const swcJest = require('@swc/jest');
const { swcOptions } = require('../build/swc-options.mjs');

module.exports = swcJest.createTransformer({ ...swcOptions, sourceMaps: 'inline' });
