import { isCompanyPhone, isLandline, isMobile } from '@portal/contract/phones';

export type PhoneKind = 'mobile' | 'home' | 'company';

export const digitsOf = (text: string): string => text.normalize('NFKC').replace(/[^0-9]/g, '');

const isWhole: Record<PhoneKind, (phone: string) => boolean> = {
  mobile: isMobile,
  home: isLandline,
  company: isCompanyPhone,
};

/** Longer prefixes first: `037300000` is 037-300000, as it is to the numbering plan. */
const PREFIX_LENGTHS = [4, 3, 2];

const nationalDigits = (text: string): string =>
  digitsOf(text.normalize('NFKC').replace(/^\D*\+\s*886[\s-]*(\(0\)|0)?/, '0'));

/** Accepts `0912-345-678`, `02 2000 0000`, `(02)2000-0000`, `+886 912 345 678`; null for other texts. */
export const wholePhone = (text: string, kind: PhoneKind): { prefix: string; number: string } | null => {
  const digits = nationalDigits(text);
  for (const length of PREFIX_LENGTHS) {
    const boxes = { prefix: digits.slice(0, length), number: digits.slice(length) };
    if (isWhole[kind](`${boxes.prefix}-${boxes.number}`)) return boxes;
  }
  return null;
};
