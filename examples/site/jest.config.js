import preset from '../../jest.preset.js';

export default preset.projectConfig(import.meta.dirname, 'nothing', { testMatch: ['<rootDir>/src/**/*.spec.ts'] });
