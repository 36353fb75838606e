// The imports that each project may have: the table of docs/ARCHITECTURE.md, for the rule @nx/enforce-module-boundaries.
// `mayImport` lists projects of the workspace (`*`: all), `bannedPackages` lists npm packages that the project must not import.
const table = {
  errors: { mayImport: [], bannedPackages: ['*'] },
  'resource-fields': { mayImport: [], bannedPackages: ['*'] },
  validation: {
    mayImport: ['errors', 'resource-fields'],
    bannedPackages: ['@nestjs/*', 'typeorm', 'bullmq'],
  },
  entities: { mayImport: ['errors', 'resource-fields'], bannedPackages: ['@nestjs/*', 'bullmq'] },
  outbox: { mayImport: ['errors', 'entities'], bannedPackages: ['@nestjs/*', 'bullmq'] },
  rendering: { mayImport: ['errors'], bannedPackages: ['typeorm', '@nestjs/*', 'bullmq'] },
  'resource-queries': {
    mayImport: ['errors', 'resource-fields', 'validation', 'entities'],
    bannedPackages: ['bullmq', '@nestjs/*', 'fastify'],
  },
  publishing: {
    mayImport: ['errors', 'resource-fields', 'validation', 'entities', 'outbox', 'rendering', 'resource-queries'],
    bannedPackages: ['bullmq', '@nestjs/*', 'fastify', 'graphql'],
  },
  'api-docs': { mayImport: ['errors', 'api-versions'], bannedPackages: ['bullmq', 'typeorm'] },
  'api-versions': {
    mayImport: ['errors', 'resource-fields', 'validation', 'rendering'],
    bannedPackages: ['bullmq', 'typeorm'],
  },
  recurrence: { mayImport: ['errors'], bannedPackages: ['@nestjs/*', 'typeorm', 'bullmq', 'pg', 'ioredis'] },
  jobs: { mayImport: ['errors', 'validation'], bannedPackages: ['typeorm'] },
  platform: { mayImport: ['errors', 'validation'], bannedPackages: ['typeorm', 'bullmq'] },
  'versioned-http': { mayImport: ['errors', 'api-versions'], bannedPackages: ['typeorm', 'bullmq'] },
  storage: { mayImport: ['errors'], bannedPackages: ['@nestjs/*', 'bullmq', 'fastify'] },
  client: { mayImport: [], bannedPackages: ['@nestjs/*', 'typeorm', 'bullmq', 'node:*'] },
  // The Console runs in the browser, and uses the public APIs only.
  console: { mayImport: ['client'], bannedPackages: ['@nestjs/*', 'typeorm', 'bullmq', 'fastify'] },
  // The example site: front-end developers copy it, so it contains no code of the services.
  site: { mayImport: ['client'], bannedPackages: ['@nestjs/*', 'typeorm', 'bullmq', 'fastify'] },
  testing: { mayImport: ['errors', 'entities', 'platform', 'jobs'], bannedPackages: [] },
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
    bannedPackages: ['bullmq'],
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
    bannedPackages: ['bullmq'],
  },
  'calendar-graphql': {
    mayImport: ['errors', 'validation', 'entities', 'outbox', 'recurrence', 'platform'],
    bannedPackages: ['bullmq'],
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
    bannedPackages: [],
  },
  tools: { mayImport: ['*'], bannedPackages: [] },
};

const constraint = ([project, { mayImport, bannedPackages }]) => ({
  sourceTag: `scope:${project}`,
  onlyDependOnLibsWithTags: mayImport.includes('*') ? ['*'] : [...mayImport, project].map((name) => `scope:${name}`),
  ...(bannedPackages.length > 0 && { bannedExternalImports: bannedPackages }),
});

export const boundaries = {
  enforceBuildableLibDependency: false,
  banTransitiveDependencies: false,
  // Tests of all projects use libs/testing to start PostgreSQL, Redis and services.
  allow: ['@almanac/testing'],
  depConstraints: Object.entries(table).map(constraint),
};
