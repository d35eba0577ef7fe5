import { textsOf } from '@portal/kit/browser/changes.ts';
import { tabStorage } from '@portal/kit/browser/storage.ts';
import { currentUser, personOf } from './session.ts';

/*
 * What somebody typed into a form, kept in this tab until it is sent or its owner logs out: it survives a reload and an
 * ended session. A draft belongs to one person; another who logs in finds none. Guests cannot be told apart, and the
 * next one may sit at the same computer: what a guest typed is gone after half an hour.
 */

const PREFIX = 'draft:';

/** Never written down. */
const SECRET = /password|photo|file/i;

/** How long a guest's draft waits, in milliseconds. */
const PATIENCE = 30 * 60_000;

interface Stored {
  /** null: a guest. */
  owner: string | null;
  /** When it was last typed in, in milliseconds. */
  written: number;
  values: Record<string, string>;
}

const parse = (text: string | null): Stored | null => {
  try {
    const stored: unknown = JSON.parse(text ?? 'null');
    return typeof stored === 'object' && stored !== null && 'written' in stored ? (stored as Stored) : null;
  } catch {
    return null;
  }
};

/** Keeps the texts of a form; passwords and files are left out whatever is given. */
export const keepDraft = (form: string, values: Readonly<Record<string, unknown>>): void => {
  const texts = textsOf(values).filter(([name]) => !SECRET.test(name));
  const stored: Stored = {
    owner: personOf(currentUser()),
    written: Date.now(),
    values: Object.fromEntries(texts),
  };
  tabStorage.set(PREFIX + form, JSON.stringify(stored));
};

const removeDrafts = (isGone: (draft: Stored | null) => boolean): void => {
  for (const key of tabStorage.keys()) {
    if (key.startsWith(PREFIX) && isGone(parse(tabStorage.get(key)))) tabStorage.remove(key);
  }
};

const isForgotten = (draft: Stored | null): boolean =>
  draft === null || (draft.owner === null && Date.now() - draft.written > PATIENCE);

/** The texts that the same person left in this form, or null. */
export const readDraft = (form: string): Record<string, string> | null => {
  removeDrafts(isForgotten);
  const stored = parse(tabStorage.get(PREFIX + form));
  return stored?.owner === personOf(currentUser()) ? stored.values : null;
};

/** The form was sent. */
export const clearDraft = (form: string): void => tabStorage.remove(PREFIX + form);

/** Throws away what others than the person who is now logged in have left; for the moment after a login. */
export const clearDraftsOfOthers = (): void => {
  const owner = personOf(currentUser());
  removeDrafts((draft) => draft?.owner !== owner);
};

/** Throws away everything; for somebody who leaves. */
export const clearDrafts = (): void => removeDrafts(() => true);
