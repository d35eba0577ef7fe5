import { validateIdCardNumber } from 'taiwan-id-validator';

/** As identity numbers are compared and stored: half width, no spaces or hyphens, upper case. */
export const normaliseIdentity = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s-]/g, '')
    .toUpperCase();

const nationalShape = /^[A-Z][12][0-9]{8}$/;
const residentShape = /^[A-Z][89A-D][0-9]{8}$/;

const checksumHolds = (text: string, kind: { nationalId: boolean; uiNumber: boolean }): boolean =>
  validateIdCardNumber(text, kind).valid;

/** What is wrong with a national ID number 身分證字號 (normalised); null when nothing is. */
export const nationalIdFault = (text: string): 'shape' | 'check' | null => {
  if (!nationalShape.test(text)) return 'shape';
  return checksumHolds(text, { nationalId: true, uiNumber: false }) ? null : 'check';
};

/**
 * What is wrong with a passport or residence-certificate number (normalised). A ten-character residence number
 * must have its check digit; a national ID number belongs into the other field.
 */
export const passportFault = (text: string): 'shape' | 'check' | 'national_id' | null => {
  if (!/^(?=.*[0-9])[A-Z0-9]{5,20}$/.test(text)) return 'shape';
  if (nationalShape.test(text)) return 'national_id';
  if (!residentShape.test(text)) return null;
  return checksumHolds(text, { nationalId: false, uiNumber: true }) ? null : 'check';
};
