import type { MailPart } from '@portal/contract/office/correspondence';
import { sentAgain } from '../mail/layout.ts';
import type { LetterBook, LetterKind, LetterText, Part } from '../mail/letters.ts';

/* Shows letters to staff without their secrets. */

const HIDDEN_MARK = 'not-shown-to-staff';
const HIDDEN_TEXT = '（不顯示）';

/** Replaces the secret of a letter by a mark. Data with a time of validity hold one. */
const withMark = (data: object): object => {
  const { secret: _, ...rest } = data as { secret?: unknown };
  return 'minutes' in rest || 'hours' in rest
    ? { ...rest, secret: { token: HIDDEN_MARK, code: HIDDEN_MARK } }
    : rest;
};

/** Returns null for data of another version of the letter. */
const write = (letter: LetterKind, data: object, publicUrl: string): LetterText | null => {
  try {
    return letter.write(withMark(data), publicUrl);
  } catch {
    return null;
  }
};

const hide = (text: string): string => text.replaceAll(HIDDEN_MARK, HIDDEN_TEXT);

const presentPart = (part: Part): MailPart => {
  if (typeof part === 'string') return { kind: 'text', text: hide(part) };
  if ('link' in part) {
    return { kind: 'link', label: part.label, link: part.link.includes(HIDDEN_MARK) ? null : part.link };
  }
  return { kind: 'rows', rows: part.rows.map(([term, value]) => ({ term, value: hide(String(value)) })) };
};

interface ShownLetter {
  readonly subject: string;
  readonly parts: MailPart[];
}

interface LetterToShow {
  readonly template: string;
  readonly data: unknown;
}

/** Returns null if this version of the portal cannot write the letter. */
export const showLetter = (
  letters: LetterBook,
  { template, data }: LetterToShow,
  publicUrl: string,
): ShownLetter | null => {
  const letter = letters.get(template);
  const text = letter && write(letter, data as object, publicUrl);
  if (!text) return null;
  const greeting = text.name ? `${text.name} 您好：` : '您好：';
  return {
    subject: hide(text.subject),
    parts: [greeting, ...sentAgain(data as object), ...text.body].map(presentPart),
  };
};
