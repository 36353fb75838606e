import preset from '../../jest.preset.js';

export default preset.projectConfig(import.meta.dirname, 'no-services', { testMatch: ['<rootDir>/src/**/*.spec.ts'] });
