import { textsOf } from '@portal/kit/browser/changes.ts';
import { tabStorage } from '@portal/kit/browser/storage.ts';
import { currentUser, personOf } from './session.ts';

/* Kept in this tab for one person, across reloads and ended sessions. Guests' drafts expire after half an hour. */

const PREFIX = 'draft:';

const SECRET = /password|photo|file/i;

/** In milliseconds. Drafts of people who are logged in have no limit. */
const GUEST_DRAFTS_KEPT = 30 * 60_000;

interface Stored {
  /** null: a guest. */
  owner: string | null;
  /** In milliseconds. */
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
  draft === null || (draft.owner === null && Date.now() - draft.written > GUEST_DRAFTS_KEPT);

export const readDraft = (form: string): Record<string, string> | null => {
  removeDrafts(isForgotten);
  const stored = parse(tabStorage.get(PREFIX + form));
  return stored?.owner === personOf(currentUser()) ? stored.values : null;
};

/** Whether a form of a person whose session has ended waits in this tab. */
export const hasDraftOfPerson = (): boolean =>
  tabStorage.keys().some((key) => key.startsWith(PREFIX) && parse(tabStorage.get(key))?.owner);

export const clearDraft = (form: string): void => tabStorage.remove(PREFIX + form);

export const clearDraftsOfOthers = (): void => {
  const owner = personOf(currentUser());
  removeDrafts((draft) => draft?.owner !== owner);
};

export const clearDrafts = (): void => removeDrafts(() => true);
