import { User } from '@portal/contract/accounts';
import { browserStorage } from '@portal/kit/browser/storage.ts';
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';

/** The storage key of the specification (§3, current user). */
const KEY = 'user';

const StoredUser = z.extend(User, {
  token: z.string(),
  /** Missing in users stored by earlier versions. */
  email_confirmed: z._default(z.boolean(), true),
  /** When the token was issued, in milliseconds; decides when to renew it. */
  issued_at: z.number(),
});
/** The logged-in person with their bearer token. */
export type StoredUser = z.infer<typeof StoredUser>;

const read = (): StoredUser | null => {
  const text = browserStorage.get(KEY);
  if (text === null) return null;
  try {
    return z.parse(StoredUser, JSON.parse(text));
  } catch {
    browserStorage.remove(KEY);
    return null;
  }
};

/** Identifies a person by their login numbers; null for nobody. */
export const personOf = (user: Pick<User, 'id_number' | 'passport_no'> | null): string | null =>
  user && `${user.id_number}/${user.passport_no}`;

let current: StoredUser | null = read();
let ended = false;
let renewal: Promise<void> = Promise.resolve();
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

const show = (next: StoredUser | null) => {
  current = next;
  // Logged in again, in this tab or another.
  if (next) ended = false;
  for (const listener of listeners) listener();
};

addEventListener('storage', (event) => {
  if (event.key === KEY || event.key === null) show(read());
});

const store = (user: User, token: string, now: number) => {
  const next: StoredUser = { ...user, token, issued_at: now };
  browserStorage.set(KEY, JSON.stringify(next));
  return next;
};

export const currentUser = (): StoredUser | null => current;

/** Stores the answer of a login or a registration. */
export const logIn = (answer: { user: User; access_token: string }, now = Date.now()): void => {
  show(store(answer.user, answer.access_token, now));
};

/**
 * Awaits the person's new data and stores it with the current token, which may have been renewed meanwhile. Does
 * nothing if somebody else has logged in or nobody is logged in any more.
 */
export const keepUpdate = async (update: Promise<User>): Promise<User> => {
  const before = currentUser();
  const user = await update;
  const stored = refreshFromStorage();
  // The number alone is not enough: it may have been corrected.
  const isTheirs = stored?.token === before?.token || personOf(stored) === personOf(before);
  if (stored && isTheirs) show(store(user, stored.token, stored.issued_at));
  return user;
};

/** Stores that the profile is incomplete, as the server says. The route guards then lead to the profile form. */
export const markProfileIncomplete = (): void => {
  const stored = refreshFromStorage();
  if (stored?.state) show(store({ ...stored, state: false }, stored.token, stored.issued_at));
};

/** Stores that the current person has confirmed their mailbox. */
export const markEmailConfirmed = (): void => {
  const stored = refreshFromStorage();
  if (stored) show(store({ ...stored, email_confirmed: true }, stored.token, stored.issued_at));
};

/** Forgets the person in this browser. The caller ends the session on the server. */
export const logOut = (): void => {
  browserStorage.remove(KEY);
  show(null);
};

/** The token is no longer valid: forgets the person and shows a notice until they log in or dismiss it. */
export const endSession = (): void => {
  ended = true;
  logOut();
};

export const hasSessionEnded = (): boolean => ended;

export const dismissSessionEnd = (): void => {
  ended = false;
  show(current);
};

/** Another tab may have stored a newer token. */
export const refreshFromStorage = (): StoredUser | null => {
  const next = read();
  if (next?.token !== current?.token) show(next);
  return current;
};

/** Calls wait for this: during a renewal the old token may end at any moment. */
export const tokenSettled = (): Promise<void> => renewal;
export const pauseRequestsUntil = (done: Promise<void>): void => {
  renewal = done;
};

export const onSessionChange = subscribe;
export const useUser = (): StoredUser | null => useSyncExternalStore(subscribe, currentUser);
export const useSessionEnded = (): boolean => useSyncExternalStore(subscribe, hasSessionEnded);
