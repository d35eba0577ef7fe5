import { textsOf } from '@portal/kit/browser/changes.ts';
import { tabStorage } from '@portal/kit/browser/storage.ts';
import { currentUser, personOf } from './session.ts';

/*
 * Form input kept in this tab until it is submitted or its owner logs out, across reloads and ended sessions. A draft
 * belongs to one person; others do not see it. Guests cannot be told apart and may share a computer, so their drafts
 * expire after half an hour.
 */

const PREFIX = 'draft:';

/** Fields that are never stored. */
const SECRET = /password|photo|file/i;

/** Milliseconds that a guest's draft is kept. */
const PATIENCE = 30 * 60_000;

interface Stored {
  /** null: a guest. */
  owner: string | null;
  /** The time of the last input, in milliseconds. */
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

/** Stores the texts of a form, never passwords or files. */
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

/** The same person's draft for this form, or null. */
export const readDraft = (form: string): Record<string, string> | null => {
  removeDrafts(isForgotten);
  const stored = parse(tabStorage.get(PREFIX + form));
  return stored?.owner === personOf(currentUser()) ? stored.values : null;
};

/** Call after submitting the form. */
export const clearDraft = (form: string): void => tabStorage.remove(PREFIX + form);

/** Deletes the drafts of other people. Call after a login. */
export const clearDraftsOfOthers = (): void => {
  const owner = personOf(currentUser());
  removeDrafts((draft) => draft?.owner !== owner);
};

/** Deletes all drafts. Call on logout. */
export const clearDrafts = (): void => removeDrafts(() => true);
