import nx from '@nx/eslint-plugin';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
import { boundaries } from './tools/lint/boundaries.mjs';
import { forbiddenSyntax } from './tools/lint/forbidden-syntax.mjs';

const tests = ['**/*.spec.ts', '**/*.e2e-spec.ts', '**/test/**/*.ts', 'libs/testing/**/*.ts'];
const configurationFiles = ['libs/platform/src/configuration/**/*.ts'];

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      '**/generated/**',
      '**/.astro/**',
      '.nx/**',
      '.almanac/**',
      '**/*.js',
      '**/*.cjs',
      '**/*.mjs',
    ],
  },
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { '@nx': nx, '@typescript-eslint': tseslint.plugin, regexp },
    languageOptions: { parser: tseslint.parser, parserOptions: { projectService: true } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@nx/enforce-module-boundaries': ['error', boundaries],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/ban-ts-comment': 'error',
      // Module-level constants of primitive types are UPPER_SNAKE.
      '@typescript-eslint/naming-convention': [
        'error',
        {
          selector: 'variable',
          modifiers: ['const', 'global'],
          types: ['boolean', 'string', 'number'],
          format: ['UPPER_CASE'],
        },
      ],
      'no-empty': 'error',
      // A pattern with such backtracking can block the process for hours, e.g. on the path of a request.
      'regexp/no-super-linear-backtracking': ['error', { report: 'certain' }],
      'no-restricted-syntax': [
        'error',
        ...forbiddenSyntax.everywhere,
        ...forbiddenSyntax.environment,
        ...forbiddenSyntax.versions,
        ...forbiddenSyntax.outbound,
        ...forbiddenSyntax.connections,
      ],
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack'], location: 'start' }],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', { max: 6 }],
    },
  },
  {
    // Runs in the browser: its requests cannot reach internal addresses.
    files: ['apps/console/src/**/*.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', ...forbiddenSyntax.everywhere] },
  },
  {
    // An example for other repositories, which have no libs/platform.
    files: ['examples/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...forbiddenSyntax.everywhere] },
  },
  {
    // The markup of a component takes more lines than statements do.
    files: ['apps/console/src/**/*.tsx'],
    rules: { 'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }] },
  },
  {
    // A controller parses, calls a service and renders; services and readers run the SQL.
    files: ['apps/admin-api/src/**/*.controller.ts'],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { paths: ['typeorm', 'pg'] }] },
  },
  {
    files: ['libs/api-versions/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...forbiddenSyntax.everywhere,
        ...forbiddenSyntax.environment,
        ...forbiddenSyntax.outbound,
      ],
    },
  },
  {
    // These files add the error listener themselves.
    files: [
      'libs/entities/src/connections/**/*.ts',
      'libs/entities/src/channel-listener.ts',
      'libs/jobs/src/queue-backend.ts',
    ],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...forbiddenSyntax.everywhere,
        ...forbiddenSyntax.environment,
        ...forbiddenSyntax.versions,
        ...forbiddenSyntax.outbound,
      ],
    },
  },
  {
    files: [...configurationFiles, 'libs/platform/src/outbound/**/*.ts', 'libs/client/src/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...forbiddenSyntax.everywhere, ...forbiddenSyntax.versions] },
  },
  {
    files: ['tools/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...forbiddenSyntax.everywhere, ...forbiddenSyntax.versions] },
  },
  {
    files: tests,
    rules: {
      'no-restricted-syntax': ['error', ...forbiddenSyntax.everywhere],
      'max-lines': ['error', { max: 500, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': 'off',
    },
  },
);
