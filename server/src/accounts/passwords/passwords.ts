import { randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { limitFairly } from '../../platform/http/fair-limit.ts';
import { limitConcurrency } from '../../platform/http/limit.ts';

/** Argon2id parameters of OWASP's Password Storage Cheat Sheet: 19 MiB (in KiB), two passes, one lane. */
const ARGON2_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const CURRENT_HASH_PREFIX = '$argon2id$v=19$m=19456,t=2,p=1$';

const cores = availableParallelism();

/**
 * A hash takes a core and 19 MiB for some 15 ms, so the queue lasts a second or two at most. Two more than the cores, so
 * that none waits while the results of others are handled: a tenth more logins a second.
 */
export const passwordWork = limitFairly({ atOnce: cores + 2, waiting: cores * 100 });

/** Normalises equivalent character compositions (RFC 8265, OpaqueString). */
const opaque = (password: string) => password.normalize('NFC');

const argon2 = (password: string) => hash(opaque(password), ARGON2_COST);

/** 503 if the queue is full. */
export const hashPassword = (password: string): Promise<string> => passwordWork([], () => argon2(password));

/** Guests have a queue of their own: they can send unlimited requests, and logins must not wait behind them. */
export const guestPasswordWork = limitConcurrency({ atOnce: Math.ceil(cores / 2), waiting: cores * 50 });

/** 503 if the queue is full. */
export const hashGuestPassword = (password: string): Promise<string> =>
  guestPasswordWork(() => hashPassword(password));

const UNHASHED_PREFIX = 'birthday:';

/**
 * Stored instead of the hash of a default password until its first login. A hash would hide nothing: the birth date stands in
 * the same row (decision 088).
 */
export const unhashedDefault = (birthday: string): string => UNHASHED_PREFIX + birthday.replaceAll('-', '');

/** Whether nobody has logged in with it yet. */
export const isUnhashedDefault = (stored: string): boolean => stored.startsWith(UNHASHED_PREFIX);

const isSameText = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** Verified in place of an unknown account, so that it takes the same time. */
const nobody = argon2(randomBytes(32).toString('base64'));

/** Takes the same time if `stored` is null, for an unknown account. For logins use `sign-in-budget.ts`. */
export const verifyPassword = async (stored: string | null, password: string): Promise<boolean> => {
  const isUnhashed = stored !== null && isUnhashedDefault(stored);
  const isRight = await verify(stored === null || isUnhashed ? await nobody : stored, opaque(password));
  return isUnhashed ? isSameText(stored, UNHASHED_PREFIX + opaque(password)) : isRight && stored !== null;
};

/** Each text costs as much as a login. Throws 503 if the queue is full. */
export const isPasswordAmong = async (stored: string, texts: readonly string[]): Promise<boolean> => {
  for (const text of texts) if (await passwordWork([], () => verifyPassword(stored, text))) return true;
  return false;
};

export const needsRehash = (stored: string): boolean => !stored.startsWith(CURRENT_HASH_PREFIX);
