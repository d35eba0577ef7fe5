import { User } from '@portal/contract/accounts';
import { browserStorage } from '@portal/kit/browser/storage.ts';
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';

/** Specification §3, current user. */
const KEY = 'user';

const StoredUser = z.extend(User, {
  token: z.string(),
  /** In milliseconds. */
  issued_at: z.number(),
});
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

export const logIn = (answer: { user: User; access_token: string }, now = Date.now()): void => {
  show(store(answer.user, answer.access_token, now));
};

/** Stores it with the present token. Does nothing if the person has changed. */
export const keepUpdate = async (update: Promise<User>): Promise<User> => {
  const before = currentUser();
  const user = await update;
  const stored = refreshFromStorage();
  // The number alone is not enough: it may have been corrected.
  const isTheirs = stored?.token === before?.token || personOf(stored) === personOf(before);
  if (stored && isTheirs) show(store(user, stored.token, stored.issued_at));
  return user;
};

export const markProfileIncomplete = (): void => {
  const stored = refreshFromStorage();
  if (stored?.state) show(store({ ...stored, state: false }, stored.token, stored.issued_at));
};

export const markEmailConfirmed = (): void => {
  const stored = refreshFromStorage();
  if (stored) show(store({ ...stored, email_confirmed: true }, stored.token, stored.issued_at));
};

/** The caller ends the session on the server. */
export const logOut = (): void => {
  browserStorage.remove(KEY);
  show(null);
};

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

/** The old token may end at any moment during a renewal. */
export const tokenSettled = (): Promise<void> => renewal;
export const pauseRequestsUntil = (done: Promise<void>): void => {
  renewal = done;
};

export const onSessionChange = subscribe;
/** The server renders pages for a guest. */
const guest = () => null;
export const useUser = (): StoredUser | null => useSyncExternalStore(subscribe, currentUser, guest);
export const useSessionEnded = (): boolean => useSyncExternalStore(subscribe, hasSessionEnded, () => false);
