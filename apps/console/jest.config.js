const { projectConfig } = require('../../jest.preset');

module.exports = projectConfig(__dirname, 'nothing', { testMatch: ['<rootDir>/src/**/*.spec.ts'] });
