const { projectConfig } = require('../../jest.preset');

module.exports = projectConfig(__dirname);
