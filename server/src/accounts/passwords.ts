import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { limitFairly } from '../platform/fair-limit.ts';
import { limitConcurrency } from '../platform/limit.ts';

/** Argon2id as OWASP's Password Storage Cheat Sheet has it: 19 MiB (in KiB), two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** How a hash of that cost starts. */
const CURRENT = '$argon2id$v=19$m=19456,t=2,p=1$';

const cores = availableParallelism();

/** Every hash takes a core and 19 MiB for some 15 ms: the line is at most a second or two long. */
export const passwordWork = limitFairly({ atOnce: cores, waiting: cores * 100 });

/** The same characters however a keyboard composes them (RFC 8265, OpaqueString). */
const opaque = (password: string) => password.normalize('NFC');

const argon2 = (password: string) => hash(opaque(password), COST);

/** The hash to store. Refused with 503 when too many wait. */
export const hashPassword = (password: string): Promise<string> => passwordWork([], () => argon2(password));

/** Anybody may come as a stranger as often as they like: they stand in a line of their own, and logins do not wait behind them. */
const strangers = limitConcurrency({ atOnce: Math.ceil(cores / 2), waiting: cores * 50 });

/** The hash for somebody who has not shown who they are: who joins, who comes by a link. Refused with 503 when too many wait. */
export const hashGuestPassword = (password: string): Promise<string> =>
  strangers(() => hashPassword(password));

/** What an unknown account is verified against, so that it costs the same time. Nobody's password. */
const nobody = argon2(randomBytes(32).toString('base64'));

/**
 * Is it the password of this hash? null, where there is no such account, costs as much and is never right.
 * Of what a caller tries only for `sign-in-budget.ts`, which counts the tries and takes a place in `passwordWork`.
 */
export const verifyPassword = async (stored: string | null, password: string): Promise<boolean> =>
  (await verify(stored ?? (await nobody), opaque(password))) && stored !== null;

/** Is one of these texts the password of this hash? Each costs as much as a login. Refused with 503 when too many wait. */
export const isPasswordAmong = async (stored: string, texts: readonly string[]): Promise<boolean> => {
  for (const text of texts) if (await passwordWork([], () => verifyPassword(stored, text))) return true;
  return false;
};

/** The hash was made at another cost than today's. */
export const needsRehash = (stored: string): boolean => !stored.startsWith(CURRENT);
