import optimizeLocales from '@react-aria/optimize-locales-plugin';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { gregorianOnly } from '../kit/build/gregorian-only.ts';
import { precompress } from '../kit/build/precompress.ts';
import { fillSiteName } from '../kit/build/site-name.ts';
import { withoutServerParts } from '../kit/build/slim-endpoints.ts';

const API = process.env.API_URL ?? 'http://127.0.0.1:3000';

/** Names the application's scripts and styles in the HTML, so that they come together with the first script, which imports them. */
const preloadStart = (): Plugin => ({
  name: 'preload-start',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const needed = new Set<string>();
      const need = (file: string) => {
        const found = bundle[file];
        if (found?.type !== 'chunk' || needed.has(file)) return;
        needed.add(file);
        found.imports.forEach(need);
        for (const style of found.viteMetadata?.importedCss ?? []) needed.add(style);
      };
      const start = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'start');
      if (!start) throw new Error('the build has no chunk start');
      need(start.fileName);
      return [...needed]
        .map((file) => `/office/${file}`)
        .filter((href) => !html.includes(href))
        .map((href) => ({
          tag: 'link',
          attrs: { rel: href.endsWith('.css') ? 'stylesheet' : 'modulepreload', crossorigin: true, href },
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
            // A browser fetches six files at a time: few files, each with all that it needs and the files before it have not.
            // The two steps of the start.
            { name: 'first', test: /src[\\/]app[\\/]first-(calls|pages)\.ts$/ },
            { name: 'start', test: /src[\\/]app[\\/]start\.tsx$/ },
            // Code that many pages share, without the code that only forms need.
            {
              name: 'shared',
              test: /(contract|kit|office)[\\/]src[\\/](?!forms[\\/](?!edit-conflict|dialog-button)|audit|office[\\/]event-fields|ui[\\/](form-|error-summary|focus-field|upload))/,
              minShareCount: 40,
            },
            { name: 'conflicts', test: /src[\\/]forms[\\/](conflict-notice|failure)\.tsx$/ },
            { name: 'forms', test: /src[\\/]forms[\\/](use-save|save-form|form-dialog)\.tsx?$|@hookform/ },
            // Code that the review queue and the pages of registrations share: one file instead of ten.
            {
              name: 'reviewing',
              test: /zh-TW[\\/](reviews|on-behalf)\.ts$|enrolment[\\/](undoable-approval\.ts|api[\\/](get-registration|approve-registrations?|get-review-[a-z]+)\.ts|review[\\/]review-place\.ts|detail[\\/]state-badge\.tsx)$|(options-fault|group-name)\.tsx$|forms[\\/]use-act\.ts$|browser[\\/]format\.ts$/,
            },
            {
              name: 'acts',
              test: /src[\\/](audit[\\/](history|events-link)|forms[\\/](confirmed-action|reason-dialog)|ui[\\/]text-area)\.tsx$/,
            },
            {
              name: 'registration',
              test: /enrolment[\\/](detail[\\/]registration-detail|review[\\/]decide[\\/]reject-dialog)\.tsx$/,
            },
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
