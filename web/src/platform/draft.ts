import { currentUser } from './session.ts';

/*
 * What somebody typed into a form, kept in this tab until it is sent: it survives a reload and an ended session.
 * A draft belongs to one account ('' for a guest); another person who logs in finds none.
 */

const PREFIX = 'draft:';

/** Never written down. */
const SECRET = /password|photo|file/i;

const ownerOf = (user: { id_number: string | null; passport_no: string | null } | null): string =>
  user?.id_number ?? user?.passport_no ?? '';

interface Stored {
  owner: string;
  values: Record<string, string>;
}

const parse = (text: string | null): Stored | null => {
  try {
    const stored: unknown = JSON.parse(text ?? 'null');
    return typeof stored === 'object' && stored !== null && 'owner' in stored && 'values' in stored
      ? (stored as Stored)
      : null;
  } catch {
    return null;
  }
};

/** Keeps the texts of a form; passwords and files are left out whatever is given. */
export const keepDraft = (form: string, values: Readonly<Record<string, unknown>>): void => {
  const texts = Object.entries(values).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !SECRET.test(entry[0]),
  );
  const stored: Stored = { owner: ownerOf(currentUser()), values: Object.fromEntries(texts) };
  try {
    sessionStorage.setItem(PREFIX + form, JSON.stringify(stored));
  } catch {
    // A full or forbidden storage costs the draft, never the form.
  }
};

/** The texts that the same person left in this form, or null. */
export const readDraft = (form: string): Record<string, string> | null => {
  const stored = parse(sessionStorage.getItem(PREFIX + form));
  return stored?.owner === ownerOf(currentUser()) ? stored.values : null;
};

/** The form was sent. */
export const clearDraft = (form: string): void => sessionStorage.removeItem(PREFIX + form);

/** Throws away what others than the person who is now logged in have left; for the moment after a login. */
export const clearDraftsOfOthers = (): void => {
  const owner = ownerOf(currentUser());
  const keys = Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index));
  for (const key of keys) {
    if (key?.startsWith(PREFIX) && parse(sessionStorage.getItem(key))?.owner !== owner) {
      sessionStorage.removeItem(key);
    }
  }
};
