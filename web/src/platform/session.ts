import { User } from '@portal/contract/accounts';
import { browserStorage } from '@portal/kit/browser/storage.ts';
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';

/** The stored key is the specification's (§3, current user). */
const KEY = 'user';

const StoredUser = z.extend(User, {
  token: z.string(),
  /** What a version before has stored does not say. */
  email_confirmed: z._default(z.boolean(), true),
  /** When the token was issued, in milliseconds; says when it wants to be renewed. */
  issued_at: z.number(),
});
/** The person who is logged in, with the bearer token. */
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

/** Tells people apart, by what they log in with; null is nobody. */
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
  // Whoever has logged in again, in this tab or another, knows.
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

/** Who is logged in in this browser, or null. */
export const currentUser = (): StoredUser | null => current;

/** Keeps the answer of a login or a registration. */
export const logIn = (answer: { user: User; access_token: string }, now = Date.now()): void => {
  show(store(answer.user, answer.access_token, now));
};

/**
 * Waits for what the server says the present person's data are now and keeps it, under the token of then: theirs may have
 * been renewed meanwhile. Not kept where somebody else has logged in meanwhile, or nobody is logged in any more.
 */
export const keepUpdate = async (update: Promise<User>): Promise<User> => {
  const before = currentUser();
  const user = await update;
  const stored = refreshFromStorage();
  // Not by the number alone: it may have been corrected.
  const isTheirs = stored?.token === before?.token || personOf(stored) === personOf(before);
  if (stored && isTheirs) show(store(user, stored.token, stored.issued_at));
  return user;
};

/** The server says that the profile is not complete, whatever is kept of it here. The guards then lead to it. */
export const markProfileIncomplete = (): void => {
  const stored = refreshFromStorage();
  if (stored?.state) show(store({ ...stored, state: false }, stored.token, stored.issued_at));
};

/** The present person has opened the link of a mail. */
export const markEmailConfirmed = (): void => {
  const stored = refreshFromStorage();
  if (stored) show(store({ ...stored, email_confirmed: true }, stored.token, stored.issued_at));
};

/** Forgets the person; telling the server is the caller's. */
export const logOut = (): void => {
  browserStorage.remove(KEY);
  show(null);
};

/** The server knows the token no more: forgets the person and says so once, until they log in or dismiss it. */
export const endSession = (): void => {
  ended = true;
  logOut();
};

export const hasSessionEnded = (): boolean => ended;

export const dismissSessionEnd = (): void => {
  ended = false;
  show(current);
};

/** Another tab may have stored a newer token a moment ago. */
export const refreshFromStorage = (): StoredUser | null => {
  const next = read();
  if (next?.token !== current?.token) show(next);
  return current;
};

/** Calls wait for this: while a token is being renewed the old one may end at any moment. */
export const tokenSettled = (): Promise<void> => renewal;
export const pauseRequestsUntil = (done: Promise<void>): void => {
  renewal = done;
};

export const onSessionChange = subscribe;
export const useUser = (): StoredUser | null => useSyncExternalStore(subscribe, currentUser);
export const useSessionEnded = (): boolean => useSyncExternalStore(subscribe, hasSessionEnded);
