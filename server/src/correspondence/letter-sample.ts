import type { Mail } from '../mail/letters.ts';

/** A letter with the data of an example, for the page that shows all letters. */
export interface LetterSample {
  /** Names the sample in addresses and files: the template, perhaps with a variant. */
  readonly key: string;
  /** The heading under which the page lists the letter: `繳費`. */
  readonly group: string;
  readonly situation: string;
  readonly mail: Mail;
}
