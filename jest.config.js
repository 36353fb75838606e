module.exports = {
  projects: ['<rootDir>/apps/*', '<rootDir>/libs/*', '<rootDir>/tools', '<rootDir>/tools/jest.e2e.config.js'],
  testTimeout: 60_000,
  maxWorkers: '100%',
};
