const { projectConfig } = require('../jest.preset');

module.exports = projectConfig(__dirname, 'product', {
  displayName: 'tools-e2e',
  testMatch: ['<rootDir>/{src,test}/**/*.e2e-spec.ts'],
});
