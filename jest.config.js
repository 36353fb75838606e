module.exports = {
  projects: ['<rootDir>/apps/*', '<rootDir>/libs/*', '<rootDir>/tools'],
  testTimeout: 60_000,
  maxWorkers: '100%',
};
