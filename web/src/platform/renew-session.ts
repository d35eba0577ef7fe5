import { logout, renewSession } from '@portal/contract/accounts';
import type { AnswerOf } from '@portal/contract/endpoint';
import { randomKey } from '@portal/kit/browser/random-key.ts';
import { browserStorage } from '@portal/kit/browser/storage.ts';
import { Offline } from '@portal/kit/browser/transport.ts';
import { call } from './api.ts';
import { currentUser, logIn, pauseRequestsUntil, refreshFromStorage } from './session.ts';

const HOUR = 3_600_000;

/** Renews early while the profile is incomplete or the mailbox unconfirmed: this may have changed elsewhere. */
const isDue = (now: number): boolean => {
  const user = currentUser();
  return user !== null && (!user.state || !user.email_confirmed || now - user.issued_at > HOUR);
};

/** Only one tab renews and the others use its token: renewing ends the old one. */
const alone = (work: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request('renew-session', work) : work();

/** In milliseconds. Shorter than the minute in which a renewal may be repeated. */
const RETRY_PAUSE_MS = 1_000;

/** The name of the stored key of an unanswered attempt, which stands behind the time of its token. */
const UNANSWERED_KEY = 'renewal';

/** Returns the key of an unanswered attempt, also after a reload, or a new one. */
const keyFor = (issuedAt: number | undefined): string => {
  const [time, known] = browserStorage.get(UNANSWERED_KEY)?.split(' ') ?? [];
  if (known && time === String(issuedAt)) return known;
  const key = randomKey();
  browserStorage.set(UNANSWERED_KEY, `${issuedAt} ${key}`);
  return key;
};

const attempt = async (idempotencyKey: string): Promise<AnswerOf<typeof renewSession>> => {
  try {
    const answer = await call(renewSession, { idempotencyKey });
    browserStorage.remove(UNANSWERED_KEY);
    return answer;
  } catch (error) {
    if (!(error instanceof Offline)) browserStorage.remove(UNANSWERED_KEY);
    throw error;
  }
};

/** Retries a lost answer once with the same key, unless the token has changed. */
const renewTwice = async (): Promise<AnswerOf<typeof renewSession>> => {
  const { token, issued_at } = currentUser() ?? {};
  const key = keyFor(issued_at);
  try {
    return await attempt(key);
  } catch (error) {
    if (!(error instanceof Offline)) throw error;
    await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS));
    if (refreshFromStorage()?.token !== token) throw error;
    return await attempt(key);
  }
};

/** Errors have the text of the specification (§7). */
export const createSession = async (): Promise<AnswerOf<typeof renewSession>> => {
  try {
    return await renewTwice();
  } catch (cause) {
    throw new Error('something wrong', { cause });
  }
};

/** Ends the new token if the session is no longer current. */
const exchange = async () => {
  const before = currentUser()?.token;
  const answer = await createSession();
  if (refreshFromStorage()?.token === before) logIn(answer);
  // The call is not awaited, because it waits for the renewal itself.
  else call(logout, { token: answer.access_token }).catch(() => undefined);
};

const renew = () =>
  alone(async () => {
    refreshFromStorage();
    if (isDue(Date.now())) await exchange();
  });

/** Older than an hour, or with an incomplete profile or an unconfirmed mailbox. A 401 ends the session; other errors keep the token. */
export const renewOldSession = (now = Date.now()): void => {
  if (isDue(now)) pauseRequestsUntil(renew().catch(() => undefined));
};
