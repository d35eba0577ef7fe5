/* Pure. */

/** Replaces full-width characters by plain ones, and control characters by blanks. */
export const plainText = (text: string | undefined): string =>
  (text ?? '')
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .normalize('NFKC')
    .trim();

/** Removes all blanks. */
export const compactText = (text: string | undefined): string => plainText(text).replace(/\s+/g, '');
