/* Pure. */

const PREFIX = /^\(?(0826|0836|037|049|082|089|02|03|04|05|06|07|08)\)?[ -]?(\d[\d -]{4,10})$/;

/** Writes a phone as the portal does: `0912-345678`, `02-23456789`. Excel loses a zero at the beginning. */
export const readPhone = (cell: string): string => {
  const text = cell
    .normalize('NFKC')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/^(\+|00)886[ -]?\(?0?\)?/, '0')
    .trim();
  const digits = text.replace(/\D/g, '');
  if (/^9\d{8}$/.test(digits)) return `0${digits.slice(0, 3)}-${digits.slice(3)}`;
  if (/^09\d{8}$/.test(digits)) return `${digits.slice(0, 4)}-${digits.slice(4)}`;
  const [, prefix = '', number = ''] = PREFIX.exec(text) ?? [];
  return prefix === '' ? text : `${prefix}-${number.replace(/\D/g, '')}`;
};
