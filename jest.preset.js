const { join } = require('node:path');

/**
 * The jest settings every project shares: `module.exports = projectConfig(__dirname)`.
 * Libraries are taken from their sources, so a test never runs a stale build.
 */
function projectConfig(rootDir, more = {}) {
  return {
    rootDir,
    displayName: rootDir.split(/[\\/]/).at(-1),
    testEnvironment: 'node',
    testMatch: ['<rootDir>/{src,test}/**/*.{spec,e2e-spec}.ts'],
    moduleNameMapper: { '^@almanac/([a-z-]+)$': join(__dirname, 'libs/$1/src/index.ts') },
    transform: {
      '\\.ts$': join(__dirname, 'tools/jest/typescript.cjs'),
      '\\.(js|mjs)$': join(__dirname, 'tools/jest/esm-to-cjs.cjs'),
    },
    transformIgnorePatterns: [],
    modulePathIgnorePatterns: ['<rootDir>/dist/'],
    setupFiles: [join(__dirname, 'tools/jest/setup.cjs')],
    globalSetup: join(__dirname, 'tools/jest/global-setup.mjs'),
    globalTeardown: join(__dirname, 'tools/jest/global-teardown.mjs'),
    ...more,
  };
}

module.exports = { projectConfig };
