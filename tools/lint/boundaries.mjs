// Which project may import which: the table of docs/ARCHITECTURE.md, as the linter checks it.
const table = {
  errors: { mayImport: [], never: ['*'] },
  'resource-fields': { mayImport: [], never: ['@nestjs/*', 'typeorm', 'bullmq'] },
  validation: {
    mayImport: ['errors', 'resource-fields'],
    never: ['@nestjs/common', '@nestjs/core', '@nestjs/graphql', 'typeorm', 'bullmq'],
  },
  entities: { mayImport: ['errors', 'resource-fields'], never: ['@nestjs/*', 'bullmq'] },
  outbox: { mayImport: ['errors', 'entities'], never: ['@nestjs/*', 'bullmq'] },
  rendering: { mayImport: ['errors'], never: ['typeorm', '@nestjs/*', 'bullmq'] },
  'resource-queries': {
    mayImport: ['errors', 'resource-fields', 'validation', 'entities'],
    never: ['bullmq', '@nestjs/*', 'fastify'],
  },
  publishing: {
    mayImport: ['errors', 'resource-fields', 'validation', 'entities', 'outbox', 'rendering', 'resource-queries'],
    never: ['bullmq', '@nestjs/*', 'fastify', 'graphql'],
  },
  'api-docs': { mayImport: ['errors', 'api-versions'], never: ['bullmq', 'typeorm'] },
  'api-versions': {
    mayImport: ['errors', 'resource-fields', 'validation', 'entities', 'rendering'],
    never: ['bullmq', 'typeorm'],
  },
  recurrence: { mayImport: ['errors'], never: ['@nestjs/*', 'typeorm', 'bullmq', 'pg', 'ioredis'] },
  jobs: { mayImport: ['errors', 'validation'], never: ['typeorm'] },
  platform: { mayImport: ['errors', 'validation'], never: ['typeorm', 'bullmq'] },
  'versioned-http': { mayImport: ['errors', 'api-versions'], never: ['typeorm', 'bullmq'] },
  storage: { mayImport: ['errors'], never: ['@nestjs/*', 'bullmq', 'fastify'] },
  client: { mayImport: [], never: ['@nestjs/*', 'typeorm', 'bullmq', 'node:*'] },
  // In the browser: only the public APIs.
  console: { mayImport: ['client'], never: ['@nestjs/*', 'typeorm', 'bullmq', 'fastify'] },
  // Front-end developers copy this project, so it contains no code of the services.
  site: { mayImport: ['client'], never: ['@nestjs/*', 'typeorm', 'bullmq', 'fastify'] },
  testing: { mayImport: ['errors', 'entities', 'platform', 'jobs'], never: [] },
  'content-api': {
    mayImport: [
      'errors',
      'validation',
      'entities',
      'resource-queries',
      'api-versions',
      'api-docs',
      'rendering',
      'platform',
      'versioned-http',
    ],
    never: ['bullmq'],
  },
  'admin-api': {
    mayImport: [
      'errors',
      'validation',
      'entities',
      'outbox',
      'resource-queries',
      'api-versions',
      'api-docs',
      'rendering',
      'platform',
      'publishing',
      'storage',
      'versioned-http',
    ],
    never: ['bullmq'],
  },
  'calendar-graphql': {
    mayImport: ['errors', 'validation', 'entities', 'outbox', 'recurrence', 'platform'],
    never: ['bullmq'],
  },
  'scheduler-worker': {
    mayImport: [
      'errors',
      'validation',
      'entities',
      'outbox',
      'rendering',
      'resource-queries',
      'publishing',
      'api-versions',
      'recurrence',
      'jobs',
      'platform',
    ],
    never: [],
  },
  tools: { mayImport: ['*'], never: [] },
};

const constraint = ([project, { mayImport, never }]) => ({
  sourceTag: `scope:${project}`,
  onlyDependOnLibsWithTags: mayImport.includes('*') ? ['*'] : [...mayImport, project].map((name) => `scope:${name}`),
  ...(never.length > 0 && { bannedExternalImports: never }),
});

export const boundaries = {
  enforceBuildableLibDependency: false,
  banTransitiveDependencies: false,
  // Tests of every project start the engines and the service itself.
  allow: ['@almanac/testing'],
  depConstraints: Object.entries(table).map(constraint),
};
