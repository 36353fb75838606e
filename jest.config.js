const { availableParallelism } = require('node:os');

module.exports = {
  projects: [
    '<rootDir>/apps/*',
    '<rootDir>/examples/*',
    '<rootDir>/libs/*',
    '<rootDir>/tools',
    '<rootDir>/apps/console/jest.e2e.config.js',
    '<rootDir>/tools/jest.e2e.config.js',
    '<rootDir>/examples/site/jest.e2e.config.js',
  ],
  testTimeout: 60_000,
  // Suites also wait for servers and browsers. On two cores, three workers need 903 s for all suites, two need 1,068 s.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  // Each suite loads its modules anew, and a worker does not give all of them back: with gigabytes of heap, garbage collection
  // makes later suites several times slower.
  workerIdleMemoryLimit: '1GB',
};
