import optimizeLocales from '@react-aria/optimize-locales-plugin';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { gregorianOnly } from '../kit/build/gregorian-only.ts';
import { precompress } from '../kit/build/precompress.ts';
import { fillSiteName } from '../kit/build/site-name.ts';
import { withoutServerParts } from '../kit/build/slim-endpoints.ts';

const API = process.env.API_URL ?? 'http://127.0.0.1:3000';

/** Names the application's scripts in the HTML, so that they come together with the first script, which imports them. */
const preloadStart = (): Plugin => ({
  name: 'preload-start',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {}, chunk }) => {
      const needed = new Set<string>();
      const need = (file: string) => {
        const found = bundle[file];
        if (found?.type !== 'chunk' || needed.has(file)) return;
        needed.add(file);
        found.imports.forEach(need);
      };
      chunk?.dynamicImports.forEach(need);
      return [...needed]
        .map((file) => `/office/${file}`)
        .filter((href) => !html.includes(href))
        .map((href) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href },
          injectTo: 'head',
        }));
    },
  },
});

export default defineConfig({
  root: import.meta.dirname,
  base: '/office/',
  plugins: [
    react(),
    tailwindcss(),
    { ...optimizeLocales.vite({ locales: ['zh-TW'] }), enforce: 'pre' },
    withoutServerParts(),
    fillSiteName(),
    preloadStart(),
    gregorianOnly(),
    precompress(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // A data: address would break the page policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'preload', test: /vite[\\/]preload-helper/ },
            // The two steps of the start, each with all that it needs: a browser fetches six files at a time.
            { name: 'first', test: /src[\\/]app[\\/]first-calls\.ts$/ },
            { name: 'start', test: /src[\\/]app[\\/]start\.tsx$/ },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5174,
    proxy: { '/api': API, '/download': API, '/pictures': API },
  },
});
