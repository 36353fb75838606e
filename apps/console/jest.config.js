const { projectConfig } = require('../../jest.preset');

module.exports = projectConfig(__dirname, 'no-services', { testMatch: ['<rootDir>/src/**/*.spec.ts'] });
