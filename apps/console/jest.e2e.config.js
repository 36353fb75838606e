const { projectConfig } = require('../../jest.preset');

// All suites of a run share one running Almanac, so each creates its own posts, tags and users.
module.exports = projectConfig(__dirname, 'no-services', {
  displayName: 'console in the browser',
  testMatch: ['<rootDir>/test/**/*.e2e-spec.ts'],
  // Applies to hooks too: each suite starts a browser and signs in, which takes long on a busy machine.
  testTimeout: 120_000,
  globalSetup: '<rootDir>/test/support/start-almanac.mjs',
  globalTeardown: '<rootDir>/test/support/stop-almanac.mjs',
});
