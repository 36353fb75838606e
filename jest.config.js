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
  maxWorkers: '100%',
  // Each suite loads its modules anew, and a worker does not give all of them back: with gigabytes of heap, garbage collection
  // makes later suites several times slower.
  workerIdleMemoryLimit: '1GB',
};
