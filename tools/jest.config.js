const { projectConfig } = require('../jest.preset');

module.exports = projectConfig(__dirname, 'postgres', { testMatch: ['<rootDir>/{src,test}/**/*.spec.ts'] });
