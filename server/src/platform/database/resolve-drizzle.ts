import { type ResolveFnOutput, registerHooks } from 'node:module';

/* Node reads the 180 kB of drizzle-orm's package.json again for each import of one of its files: half of a start. */

const known = new Map<string, ResolveFnOutput>();

registerHooks({
  resolve(specifier, context, resolveNext) {
    const { parentURL = '' } = context;
    if (specifier.startsWith('.') && parentURL.includes('/node_modules/drizzle-orm/')) {
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
    }
    if (!/^drizzle-orm($|\/)/.test(specifier)) return resolveNext(specifier, context);
    const resolved = known.get(specifier) ?? resolveNext(specifier, context);
    known.set(specifier, resolved);
    return { ...resolved, shortCircuit: true };
  },
});
