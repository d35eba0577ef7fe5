import { logout, renewSession } from '@portal/contract/accounts';
import type { AnswerOf } from '@portal/contract/endpoint';
import { randomKey } from '@portal/kit/browser/random-key.ts';
import { Offline } from '@portal/kit/browser/transport.ts';
import { call } from './api.ts';
import { currentUser, logIn, pauseRequestsUntil, refreshFromStorage } from './session.ts';

const HOUR = 3_600_000;

/** Who has to complete their data first may have done so elsewhere, and hears of it with the fresh token. */
const isDue = (now: number): boolean => {
  const user = currentUser();
  return user !== null && (!user.state || now - user.issued_at > HOUR);
};

/** One tab renews, the others find its token: the old one ends with the first renewal. */
const alone = (work: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request('renew-session', work) : work();

/** Long enough for a connection that was cut to come back, well below the minute in which a renewal may be repeated. */
const RETRY_AFTER = 1_000;

/**
 * Asks once more, with the same key, where the answer was lost: the old token may have ended with the first attempt.
 * Not for another token, which has its own renewal.
 */
const renewTwice = async (): Promise<AnswerOf<typeof renewSession>> => {
  const token = currentUser()?.token;
  const idempotencyKey = randomKey();
  const attempt = () => call(renewSession, { idempotencyKey });
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof Offline)) throw error;
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER));
    if (refreshFromStorage()?.token !== token) throw error;
    return await attempt();
  }
};

/** A fresh token for the stored one. Whatever goes wrong, it rejects with the words of the specification (§7). */
export const createSession = async (): Promise<AnswerOf<typeof renewSession>> => {
  try {
    return await renewTwice();
  } catch (cause) {
    throw new Error('something wrong', { cause });
  }
};

/** Keeps the fresh token for who is still there; after a log-out, or another login, it is ended as the old one was. */
const exchange = async () => {
  const before = currentUser()?.token;
  const answer = await createSession();
  if (refreshFromStorage()?.token === before) logIn(answer);
  // Not waited for: it is itself a call that waits for the renewal.
  else call(logout, { token: answer.access_token }).catch(() => undefined);
};

const renew = () =>
  alone(async () => {
    refreshFromStorage();
    if (isDue(Date.now())) await exchange();
  });

/**
 * Exchanges a stored token older than an hour, or of an incomplete profile, for a fresh one, so that nobody is thrown
 * out in the middle of a form. Other calls wait for it. A refusal has been dealt with by then (401 ends the session), anything else leaves the old token as it is.
 */
export const renewOldSession = (now = Date.now()): void => {
  if (isDue(now)) pauseRequestsUntil(renew().catch(() => undefined));
};
