import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { precompress } from '../kit/build/precompress.ts';
import { fillSiteName } from '../kit/build/site-name.ts';

const API = process.env.API_URL ?? 'http://127.0.0.1:3000';

/** The script runs before the first drawing, because two drawings take a phone longer than one. Vite drops the attribute. */
const runBeforeDrawing = (): Plugin => ({
  name: 'run-before-drawing',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace('<script type="module"', '<script type="module" blocking="render"'),
  },
});

export default defineConfig({
  root: import.meta.dirname,
  base: '/v/',
  plugins: [tailwindcss(), fillSiteName(), runBeforeDrawing(), precompress()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // A data: address would break the page policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        page: `${import.meta.dirname}/index.html`,
        'service-worker': `${import.meta.dirname}/src/service-worker.ts`,
      },
      output: {
        // Browsers ask for the service worker by this name.
        entryFileNames: ({ name }) =>
          name === 'service-worker' ? 'service-worker.js' : 'assets/[name]-[hash].js',
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5175,
    proxy: { '/api': API, '/.well-known': API },
  },
});
