import type { CalendarEvent } from './calendar-event.ts';

/** A part of a letter's body: a paragraph, a table of rows, or a link. */
export type Part =
  | string
  | { readonly rows: readonly (readonly [string, string])[] }
  | { readonly link: string; readonly label: string };

export interface LetterText {
  readonly subject: string;
  readonly name: string;
  readonly body: readonly Part[];
  readonly event?: CalendarEvent;
}

interface Handling {
  /** Sent before all others, also to an unconfirmed mailbox: the reader waits for it or must act soon. */
  readonly urgent: boolean;
  /** An unconfirmed mailbox receives it. */
  readonly forUnconfirmed: boolean;
  /** Not counted by the hourly limit of a mailbox, because the calls that send it have a limit of their own. */
  readonly hasOwnLimit: boolean;
}

/**
 * One letter of the portal. The queue deletes `data.secret` once the mail is sent or given up, and sends no mail older
 * than `data.minutes`. A mail that staff have sent again holds the time of the first in `data.firstWrittenAt`.
 */
export interface LetterKind<Data extends object = object> extends Handling {
  /** Names the letter in the rows of the queue, also in those that earlier versions have written. */
  readonly template: string;
  write(data: Data, publicUrl: string): LetterText;
}

/** A letter with its data. */
export interface Mail {
  readonly letter: LetterKind;
  readonly data: object;
}

/** Called with its data, a letter is a mail for `queueMail`. */
export interface Letter<Data extends object> extends LetterKind<Data> {
  (data: Data): Mail;
}

/** `publicUrl` begins the links of a text. */
export const defineLetter = <Data extends object>(
  template: string,
  write: (data: Data, publicUrl: string) => LetterText,
  { urgent = false, forUnconfirmed = urgent, hasOwnLimit = false }: Partial<Handling> = {},
): Letter<Data> => {
  const letter: LetterKind<Data> = { template, write, urgent, forUnconfirmed, hasOwnLimit };
  return Object.assign((data: Data): Mail => ({ letter, data }), letter);
};

/** All letters by their names: how the worker writes what stands in the queue. */
export type LetterBook = ReadonlyMap<string, LetterKind>;

export const bindLetters = (letters: readonly LetterKind[]): LetterBook => {
  const book = new Map(letters.map((letter) => [letter.template, letter]));
  if (book.size < letters.length) throw new Error('two letters have the same name');
  return book;
};
