import optimizeLocales from '@react-aria/optimize-locales-plugin';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { errorsWithoutTraces } from '../kit/build/errors-without-traces.ts';
import { gregorianOnly } from '../kit/build/gregorian-only.ts';
import { precompress } from '../kit/build/precompress.ts';
import { fillSiteName } from '../kit/build/site-name.ts';
import { withoutServerParts } from '../kit/build/slim-endpoints.ts';

const API = process.env.API_URL ?? 'http://127.0.0.1:3000';

/**
 * Names the scripts of the first steps in the HTML. Those of `main.ts` are fetched with it; those that it imports later
 * wait in a template until the browser has painted what the HTML holds, and then come all at once.
 */
const preloadSteps = (): Plugin => ({
  name: 'preload-steps',
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
      chunk?.imports.forEach(need);
      const first = needed.size;
      chunk?.dynamicImports.forEach(need);
      const links = [...needed].map((file) => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
      }));
      return [
        ...links.slice(0, first).filter(({ attrs }) => !html.includes(attrs.href)),
        { tag: 'template', attrs: { id: 'steps' }, children: links.slice(first), injectTo: 'head' },
      ];
    },
  },
});

/** Scripts make way for the style sheet: what the HTML holds is seen before they come. */
const scriptsLast = (): Plugin => ({
  name: 'scripts-last',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.replace(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"'),
  },
});

/** Fetched by every page; their names begin with a capital letter. */
const FIRST_FILES = ['react', 'router', 'zod', 'session', 'data', 'frame', 'start', 'rolldown-runtime'];

const initialOf = (name: string): string => {
  const initial = name.charAt(0);
  return FIRST_FILES.includes(name) ? initial.toUpperCase() : initial;
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    { ...optimizeLocales.vite({ locales: ['zh-TW'] }), enforce: 'pre' },
    withoutServerParts(),
    fillSiteName(),
    preloadSteps(),
    scriptsLast(),
    errorsWithoutTraces(),
    gregorianOnly(),
    precompress(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // Tells the server which files a page needs.
    manifest: true,
    // A data: address would break the page policy.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Files of the first page need not be listed for the others.
      resolveDependencies: (_, files) => files.filter((file) => !/\/[A-Z]-[\w-]{7}\.js$/.test(file)),
    },
    rolldownOptions: {
      output: {
        // The frame names every file. Neither names nor hashes compress: a letter and seven characters are enough.
        chunkFileNames: ({ name }) => `assets/${initialOf(name)}-[hash:7].js`,
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'router', test: /node_modules[\\/](react-router|@tanstack)[\\/]/ },
            { name: 'zod', test: /node_modules[\\/]zod[\\/]/ },
            // Vite's preload helper, used by main.ts: apart, so that it does not pull in the first step's chunk.
            { name: 'start', test: /vite[\\/]preload-helper/ },
            // The steps of main.ts, each with all that it needs: many small files would weigh more.
            { name: 'session', test: /src[\\/]platform[\\/]renew-session\.ts$/ },
            { name: 'data', test: /src[\\/]app[\\/]first-requests\.ts$/ },
            { name: 'frame', test: /src[\\/]app[\\/]root\.tsx$/ },
            // Validators of forms: a page that only shows something goes without.
            {
              name: 'validators',
              test: /contract[\\/]src[\\/](fields|identity|login-form|primitives)\.ts$|taiwan-id-validator/,
            },
            {
              name: 'lists',
              test: /(accordion|pager|page-window|use-debounced|use-results-focus|catalogue[\\/]search)\.tsx?$/,
            },
            // Keeps code that the first view does not need out of the chunk that all pages share.
            { name: 'dialog', test: /kit[\\/]src[\\/]ui[\\/]dialog\.tsx$/ },
            {
              name: 'choices',
              test: /catalogue[\\/]api[\\/]get-(organizations|courses)\.ts$|kit[\\/]src[\\/]ui[\\/](select-field|options-fault)\.tsx$/,
            },
            // One small file instead of two: the list needs both.
            {
              name: 'classes',
              test: /(text[\\/]zh-TW[\\/]catalogue\.ts|catalogue[\\/](status-badge\.tsx|class-badge\.ts))$/,
            },
            // The page of a group, and what its certificates share with enrolling its people.
            { name: 'group', test: /src[\\/]groups[\\/](roster-draft\.ts|certificates[\\/]held-cell\.tsx)$/ },
            { name: 'panel', test: /kit[\\/]src[\\/]ui[\\/](panel|form-section)\.tsx$/ },
            { name: 'upload', test: /kit[\\/]src[\\/]browser[\\/](shrink-picture|upload)\.ts$/ },
            { name: 'sending', test: /[\\/]use-(kept-draft|idempotency-key)\.ts$/ },
            // The pages of classes go without.
            { name: 'registrations', test: /contract[\\/]src[\\/](enrolment|situation)\.ts$/ },
            { name: 'registration-words', test: /text[\\/]zh-TW[\\/]enrolment\.ts$/ },
            // One file for code that nearly every page needs, instead of several small ones.
            // Not the records of a person, which the pages of classes go without.
            { name: 'shared', test: /src[\\/](?!enrolment[\\/]api)/, minShareCount: 9 },
            // Forms need all three. After the shared file, which has what these need themselves.
            { name: 'form-end', test: /kit[\\/]src[\\/]ui[\\/](form-end|form-problems|focus-field)\.tsx?$/ },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': API, '/download': API, '/pictures': API },
  },
});
