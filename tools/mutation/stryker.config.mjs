import { areas } from './areas.mjs';

const area = process.env.MUTATION_AREA ?? '';
const { mutate, runsDirectly } = areas[area];
const isPart = process.env.MUTATION_SHARE !== undefined || process.env.MUTATION_SURVIVORS_OF !== undefined;

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: runsDirectly ? 'direct' : 'jest',
  plugins: ['@stryker-mutator/jest-runner', './tools/mutation/direct-runner.mjs', './tools/mutation/sample.mjs'],
  checkers: isPart ? ['sample'] : [],
  jest: { projectType: 'custom', configFile: 'tools/mutation/jest.config.cjs', enableFindRelatedTests: false },
  coverageAnalysis: 'perTest',
  mutate: [...mutate, '!**/*.spec.ts', '!**/index.ts'],
  ignorePatterns: ['.almanac', '.nx', 'bench/results', 'deploy', 'docs', '**/dist'],
  reporters: ['clear-text', 'progress-append-only', 'json'],
  clearTextReporter: { allowColor: false, reportTests: false, reportScoreTable: false },
  jsonReporter: { fileName: process.env.MUTATION_REPORT },
  concurrency: 1,
  // The time limit of a mutant is 1.5 times the duration of its tests, plus this time.
  timeoutMS: runsDirectly ? 20_000 : 60_000,
  thresholds: { high: 95, low: 85, break: 85 },
  tempDirName: '.stryker-tmp',
  allowConsoleColors: false,
};
