const { projectConfig } = require('../../jest.preset');

// One running Almanac for all suites of a run: each works with posts, tags and people of its own.
module.exports = projectConfig(__dirname, 'nothing', {
  displayName: 'console in the browser',
  testMatch: ['<rootDir>/test/**/*.e2e-spec.ts'],
  // Also for the hooks: each suite starts a browser and signs in, on a machine that can be busy.
  testTimeout: 120_000,
  globalSetup: '<rootDir>/test/support/start-almanac.mjs',
  globalTeardown: '<rootDir>/test/support/stop-almanac.mjs',
});
