import { isDate } from '@portal/contract/dates';

/** Null if it is no date. */
export function dateFromText(text: string): string | null {
  const pasted = text.normalize('NFKC').trim();
  const parts =
    /^([0-9]{4})\s*[-/.年]\s*([0-9]{1,2})\s*[-/.月]\s*([0-9]{1,2})\s*日?$/.exec(pasted) ??
    /^([0-9]{4})([0-9]{2})([0-9]{2})$/.exec(pasted);
  if (!parts) return null;
  const [, year = '', month = '', day = ''] = parts;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(date) ? date : null;
}
