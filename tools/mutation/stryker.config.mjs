import { areas } from './areas.mjs';

const area = process.env.MUTATION_AREA ?? '';
const { mutate } = areas[area];

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'jest',
  plugins: ['@stryker-mutator/jest-runner'],
  jest: { projectType: 'custom', configFile: 'tools/mutation/jest.config.cjs', enableFindRelatedTests: false },
  coverageAnalysis: 'perTest',
  mutate: [...mutate, '!**/*.spec.ts', '!**/index.ts'],
  ignorePatterns: ['.almanac', '.nx', 'bench/results', 'deploy', 'docs', '**/dist'],
  reporters: ['clear-text', 'progress-append-only', 'json'],
  clearTextReporter: { allowColor: false, reportTests: false },
  jsonReporter: { fileName: `.almanac/mutation/${area}.json` },
  concurrency: 1,
  timeoutMS: 60_000,
  thresholds: { high: 95, low: 85, break: 85 },
  tempDirName: '.stryker-tmp',
  allowConsoleColors: false,
};
