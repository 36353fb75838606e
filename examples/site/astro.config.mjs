import node from '@astrojs/node';
import { defineConfig } from 'astro/config';

export default defineConfig({
  output: 'server',
  trailingSlash: 'always',
  adapter: node({ mode: 'standalone' }),
  // src/middleware.ts compares the Origin header with SITE_URL. Astro would compare it with the Host header.
  security: { checkOrigin: false },
  devToolbar: { enabled: false },
});
