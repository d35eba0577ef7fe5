import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config.ts';

export interface SessionCookie {
  readonly name: string;
  readonly secure: boolean;
}

export const isSecure = (
  { protocol }: Pick<FastifyRequest, 'protocol'>,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): boolean => protocol === 'https' || (publicUrl?.startsWith('https:') ?? false);

/** Browsers accept `__Host-` over HTTPS only, from this host. */
export const cookieOf = (secure: boolean): SessionCookie => ({
  name: secure ? '__Host-office' : 'office',
  secure,
});

export const readToken = ({ headers }: FastifyRequest, { name }: SessionCookie): string | null =>
  parseCookie(headers.cookie ?? '')[name] ?? null;

const attributes = ({ secure }: SessionCookie) =>
  ({ httpOnly: true, sameSite: 'strict', path: '/', secure }) as const;

export const keepToken = (cookie: SessionCookie, token: string) => ({
  'set-cookie': stringifySetCookie({ name: cookie.name, value: token, ...attributes(cookie) }),
});

export const dropToken = (cookie: SessionCookie) => ({
  'set-cookie': stringifySetCookie({ name: cookie.name, value: '', ...attributes(cookie), maxAge: 0 }),
});
