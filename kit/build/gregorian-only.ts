import type { Plugin } from 'vite';

const CALENDARS = /@internationalized[\\/]date[\\/]dist[\\/]private[\\/]createCalendar\.mjs$/;

/** Date fields show the Gregorian calendar; the package would bring a dozen others with them. */
export const gregorianOnly = (): Plugin => ({
  name: 'gregorian-only',
  apply: 'build',
  load: {
    filter: { id: CALENDARS },
    handler: () =>
      `import { GregorianCalendar } from './calendars/GregorianCalendar.mjs';
export const createCalendar = () => new GregorianCalendar();`,
  },
});
