// The jest configuration for mutation runs: the suites of one area as one project, in which Stryker measures the coverage of each test.
const { join } = require('node:path');
const { projectConfig } = require('../../jest.preset');

const root = join(__dirname, '../..');
module.exports = projectConfig(root, 'no-services', {
  roots: ['apps', 'libs'].map((folder) => join(root, folder)),
  testMatch: (process.env.MUTATION_TESTS ?? '').split('\n').map((pattern) => join(root, pattern)),
  testTimeout: 60_000,
});
