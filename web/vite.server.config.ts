import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const own = (file: string) => path.join(import.meta.dirname, file);

/** What depends on the browser, and its counterpart here. */
const counterparts: Readonly<Record<string, string>> = {
  [own('src/platform/api.ts')]: own('server/call.ts'),
  [own('src/catalogue/link-without-script.tsx')]: own('server/link-without-script.tsx'),
  [own('../kit/src/browser/site.ts')]: own('server/site.ts'),
  [own('../kit/src/ui/rendered-html.ts')]: own('server/rendered-html.ts'),
};

const replaceBrowser = (): Plugin => ({
  name: 'replace-browser',
  enforce: 'pre',
  resolveId: {
    filter: { id: /(?:api|site|rendered-html|link-without-script)\.tsx?$/ },
    async handler(source, importer, options) {
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return (found && counterparts[found.id]) ?? found;
    },
  },
});

/** The server's part of the application: one module with everything that public pages need. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [replaceBrowser(), react()],
  define: { 'process.env.NODE_ENV': '"production"' },
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: own('server/render.tsx'),
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node24',
    // The addresses of pictures are those of the browser's build.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Code of the application listens to the window while it is loaded.
        intro: 'const addEventListener = () => {};',
      },
    },
  },
});
