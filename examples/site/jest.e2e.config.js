import preset from '../../jest.preset.js';

// The suites of the site and of the Console share one running Almanac.
export default preset.projectConfig(import.meta.dirname, 'no-services', {
  displayName: 'site in the browser',
  testMatch: ['<rootDir>/test/**/*.e2e-spec.ts'],
  globalSetup: '<rootDir>/../../apps/console/test/support/start-almanac.mjs',
  globalTeardown: '<rootDir>/../../apps/console/test/support/stop-almanac.mjs',
});
