import optimizeLocales from '@react-aria/optimize-locales-plugin';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { gregorianOnly } from '../kit/build/gregorian-only.ts';
import { precompress } from '../kit/build/precompress.ts';
import { fillSiteName } from '../kit/build/site-name.ts';
import { withoutServerParts } from '../kit/build/slim-endpoints.ts';

const API = process.env.API_URL ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  base: '/office/',
  plugins: [
    react(),
    tailwindcss(),
    { ...optimizeLocales.vite({ locales: ['zh-TW'] }), enforce: 'pre' },
    withoutServerParts(),
    fillSiteName(),
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
  },
  server: {
    host: '127.0.0.1',
    port: 5174,
    proxy: { '/api': API, '/download': API, '/pictures': API },
  },
});
