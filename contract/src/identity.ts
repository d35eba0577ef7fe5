import { validateIdCardNumber } from 'taiwan-id-validator';

/** Normalises an identity number for comparison and storage: half width (NFKC), no spaces, hyphens or dashes, upper case. */
export const normaliseIdentity = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\u2212]/gu, '')
    .toUpperCase();

const nationalShape = /^[A-Z][12][0-9]{8}$/;
const residentShape = /^[A-Z][89A-D][0-9]{8}$/;

const checksumHolds = (text: string, kind: { nationalId: boolean; uiNumber: boolean }): boolean =>
  validateIdCardNumber(text, kind).valid;

/**
 * The fault of a national ID number 身分證字號 (normalised), or null: letter, 1 or 2, eight digits, the last a
 * check digit. Accepts all 26 letters: numbers with abolished ones stay valid.
 */
export const nationalIdFault = (text: string): 'shape' | 'check' | null => {
  if (!nationalShape.test(text)) return 'shape';
  return checksumHolds(text, { nationalId: true, uiNumber: false }) ? null : 'check';
};

/**
 * The fault of a passport or residence number 護照號碼或居留證號碼 (normalised, 5 to 20 letters and digits), or null. A
 * ten-character residence number 統一證號, old or new style, needs its check digit. National ID numbers belong in
 * the other field.
 */
export const passportFault = (text: string): 'shape' | 'check' | 'national_id' | null => {
  if (!/^(?=.*[0-9])[A-Z0-9]{5,20}$/.test(text)) return 'shape';
  if (nationalShape.test(text)) return 'national_id';
  if (!residentShape.test(text)) return null;
  return checksumHolds(text, { nationalId: false, uiNumber: true }) ? null : 'check';
};
