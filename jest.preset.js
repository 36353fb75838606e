const { join } = require('node:path');

const tools = (file) => join(__dirname, 'tools/jest', file);
const postgres = { globalSetup: tools('start-postgres.mjs'), globalTeardown: tools('stop-postgres.mjs') };

/**
 * The jest settings every project shares. Libraries are taken from their sources, so a test never runs a stale build.
 * jest runs the set-up of a project only when it runs a suite of that project.
 * @param {string} rootDir the project's folder
 * @param {'no-services' | 'postgres' | 'product'} needs what its suites run on: nothing, a PostgreSQL, or that and the built services
 * @param {object} more further jest settings of the project
 */
function projectConfig(rootDir, needs = 'no-services', more = {}) {
  return {
    rootDir,
    displayName: rootDir.split(/[\\/]/).at(-1),
    testEnvironment: 'node',
    testMatch: ['<rootDir>/{src,test}/**/*.{spec,e2e-spec}.ts'],
    moduleNameMapper: { '^@almanac/([a-z-]+)$': join(__dirname, 'libs/$1/src/index.ts') },
    transform: {
      '\\.ts$': tools('typescript.cjs'),
      '\\.(js|mjs)$': tools('esm-to-cjs.cjs'),
    },
    transformIgnorePatterns: [],
    modulePathIgnorePatterns: ['<rootDir>/dist/'],
    setupFiles: [tools('setup.cjs')],
    ...(needs !== 'no-services' && postgres),
    ...(needs === 'product' && { globalSetup: tools('build-and-start-postgres.mjs') }),
    ...more,
  };
}

module.exports = { projectConfig };
