import type { Plugin } from 'vite';

const REACT_DOM = /react-dom-client\.production\.js$/;
const SIGNAL = /(\w+Exception) = Error\(formatProdErrorMessage\(\d+\)\)/g;

export const withoutTraces = (code: string): string => {
  const lighter = code.replace(SIGNAL, '$1 = Object.create(Error.prototype)');
  if (lighter === code) throw new Error('React DOM has no such errors any more: remove this plugin');
  return lighter;
};

/**
 * React DOM creates some errors while it loads, which it throws as signals and never shows. For their stack traces V8 would
 * parse the whole of React DOM once more whenever DevTools or Lighthouse watch: 30 ms.
 */
export const errorsWithoutTraces = (): Plugin => ({
  name: 'errors-without-traces',
  apply: 'build',
  transform: {
    filter: { id: REACT_DOM },
    handler: (code) => ({ code: withoutTraces(code), map: null }),
  },
});
