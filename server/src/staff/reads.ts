import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';
import { primaryPosition, type ReadAside, readAside, readFrom } from '../platform/database/replica.ts';
import type { Reads } from '../platform/http/http.ts';
import type { Services } from '../platform/services.ts';
import { isSecure } from './sign-in/cookie.ts';

/*
 * Lists may come from a standby. The browser keeps the place in the log that staff have seen on the primary, by their own
 * change or on a page; an older standby does not answer them.
 */

const COOKIE = 'office-log';
/** In seconds: longer than a standby may be behind. */
const KEPT = 60;
/** Stands for a place that could not be asked for. */
const UNKNOWN = 'unknown';

/** Null if the primary must answer. */
const seenBy = ({ headers }: FastifyRequest): bigint | null => {
  const seen = parseCookie(headers.cookie ?? '')[COOKIE];
  if (seen === undefined) return 0n;
  return /^[0-9]{1,18}$/.test(seen) ? BigInt(seen) : null;
};

const keep = (value: string, secure: boolean): string =>
  stringifySetCookie({
    name: COOKIE,
    value,
    httpOnly: true,
    sameSite: 'strict',
    path: '/api/office',
    secure,
    maxAge: KEPT,
  });

export const staffReads = ({ db, replica, config }: Services): Reads => {
  const primary = readFrom(db);
  if (!replica) return { asGuest: primary, for: () => ({ read: primary, finish: async () => {} }) };
  return {
    asGuest: primary,
    for: (request) => {
      const since = seenBy(request);
      let isAside = false;
      const aside: ReadAside = (read) =>
        readAside({ db, replica, since: since ?? 0n }, (from) => {
          isAside = from !== db;
          return read(from);
        });
      return {
        read: since === null ? primary : aside,
        finish: async (reply) => {
          if (isAside) return;
          const position = await primaryPosition(db).catch(() => null);
          reply.header('set-cookie', keep(position?.toString() ?? UNKNOWN, isSecure(request, config)));
        },
      };
    },
  };
};
