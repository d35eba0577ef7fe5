import type { CalendarEvent } from './calendar-event.ts';

interface Link {
  readonly link: string;
  readonly label: string;
}

/** A term, its value, and perhaps where to find more about it. */
export type Row = readonly [term: string, value: string, more?: Link];

export type Part = string | { readonly rows: readonly Row[] } | Link;

export interface LetterText {
  readonly subject: string;
  readonly name: string;
  readonly body: readonly Part[];
  readonly event?: CalendarEvent;
}

interface Handling {
  /** The letter also goes to an unconfirmed mailbox, because the reader waits for it or must act soon. */
  readonly urgent: boolean;
  readonly forUnconfirmed: boolean;
  /** The calls that send the letter have a limit of their own, so it does not count towards `MAILBOX_LIMIT`. */
  readonly hasOwnLimit: boolean;
  /** Sent from 09:00 to 18:00 in Taipei. */
  readonly inDaytime: boolean;
}

/** The queue deletes `data.secret` with the last attempt, and sends no mail older than `data.minutes`. */
export interface LetterKind<Data extends object = object> extends Handling {
  readonly template: string;
  write(data: Data, publicUrl: string): LetterText;
}

export interface Mail {
  readonly letter: LetterKind;
  readonly data: object;
  /** The mail leaves some seconds later, so that this decision can be undone. See `withdrawMails`. */
  readonly heldFor?: string;
}

interface Letter<Data extends object> extends LetterKind<Data> {
  (data: Data): Mail;
}

export const defineLetter = <Data extends object>(
  template: string,
  write: (data: Data, publicUrl: string) => LetterText,
  { urgent = false, forUnconfirmed = urgent, hasOwnLimit = false, inDaytime = false }: Partial<Handling> = {},
): Letter<Data> => {
  const letter: LetterKind<Data> = { template, write, urgent, forUnconfirmed, hasOwnLimit, inDaytime };
  return Object.assign((data: Data): Mail => ({ letter, data }), letter);
};

export type LetterBook = ReadonlyMap<string, LetterKind>;

export const bindLetters = (letters: readonly LetterKind[]): LetterBook => {
  const book = new Map(letters.map((letter) => [letter.template, letter]));
  if (book.size < letters.length) throw new Error('two letters have the same name');
  return book;
};
