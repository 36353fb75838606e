import react from '@vitejs/plugin-react';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

// `npm run dev` in this folder serves the sources and forwards requests to the admin-api of `npm start`.
const ADMIN_API = 'http://localhost:4002';
const TEXT_FILES = /\.(?:js|css|svg|html)$/;

/** Writes `.br` and `.gz` beside each text file, so that admin-api does not compress them for each visitor. */
function compressFiles(): Plugin {
  let folder = '';
  return {
    name: 'compress-files',
    apply: 'build',
    configResolved: (config) => {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle: async () => {
      const files = (await readdir(folder, { recursive: true })).filter((name) => TEXT_FILES.test(name));
      for (const file of files) {
        const path = join(folder, file);
        const bytes = await readFile(path);
        await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
        await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes));
      }
    },
  };
}

// Tests and tools start the build with other values of NODE_ENV, with which the bundle would contain React's development version.
if (process.argv.includes('build')) process.env.NODE_ENV = 'production';

export default defineConfig({
  base: '/console/',
  plugins: [react(), compressFiles()],
  resolve: {
    // The editor's package does not declare React as a dependency, so Vite could find another version of the workspace for it.
    dedupe: ['react', 'react-dom'],
    // `exports` in the editor's package.json does not contain its style sheet.
    alias: {
      '@tryghost/koenig-lexical/style.css': join(
        import.meta.dirname,
        'node_modules/@tryghost/koenig-lexical/dist/style.css',
      ),
    },
  },
  build: {
    target: 'es2022',
    // The oldest versions that support `light-dark()`. For older ones, the build would replace it by variables that nothing sets.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    // In kB, for the script of the editor.
    chunkSizeWarningLimit: 4000,
  },
  server: { proxy: { '/ghost': ADMIN_API, '/content': ADMIN_API, '/console/config.json': ADMIN_API } },
});
