/**
 * Imports that are carried out when something of them is used for the first time. They are large, and most processes never
 * come to use them: a service that is not asked for API documents, or never has html to turn into a mobiledoc, starts sooner.
 */
const lazyImports = [
  '@tryghost/nql-lang',
  'ajv6',
  'csv-parse/sync',
  'flydrive',
  'flydrive/drivers/fs',
  'image-size',
  'nodemailer',
  'qs',
  'sanitize-html',
  'undici',
  './html-to-mobiledoc/html-to-mobiledoc',
  './mobiledoc/render-mobiledoc',
  './rate-limits/rate-limits',
];

/** How every TypeScript file of the repository is compiled; the build and jest share it, so tests run what ships. */
export const swcOptions = {
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    target: 'es2022',
    keepClassNames: true,
  },
  module: { type: 'commonjs', lazy: lazyImports },
  sourceMaps: true,
  swcrc: false,
};
