/* The numbering plan of Taiwan. Longer prefixes come first; first digits are loose, because new ranges are opened. */

const plan: readonly (readonly [prefix: string, number: RegExp])[] = [
  ['0826', /^6[0-9]{4}$/],
  ['0836', /^[2-9][0-9]{4}$/],
  ['037', /^[2-9][0-9]{5}$/],
  ['049', /^[2-9][0-9]{6}$/],
  ['082', /^[2-9][0-9]{5}$/],
  ['089', /^[2-9][0-9]{5}$/],
  ['02', /^[2-8][0-9]{7}$/],
  ['03', /^[2-9][0-9]{6}$/],
  ['04', /^([23][0-9]{7}|[4-9][0-9]{6})$/],
  ['05', /^[2-9][0-9]{6}$/],
  ['06', /^[2-9][0-9]{6}$/],
  ['07', /^[2-9][0-9]{6}$/],
  ['08', /^[4-8][0-9]{6}$/],
];

/** A mobile number 行動電話, ten digits: `0900-000000` or `0900000000`. */
export const isMobile = (text: string): boolean => /^09[0-9]{2}-?[0-9]{6}$/.test(text);

/** `02-20000000`, or `0220000000` with the longest known prefix. */
export const isLandline = (text: string): boolean => {
  const { prefix, number } = splitPhone(text);
  if (prefix) return plan.some(([known, form]) => known === prefix && form.test(number));
  const longest = plan.find(([known]) => text.startsWith(known));
  return longest?.[1].test(text.slice(longest[0].length)) ?? false;
};

/** A landline, a mobile, or a service number: 0800 or 0809 and six digits, 070 and eight. */
export const isCompanyPhone = (text: string): boolean =>
  isLandline(text) || isMobile(text) || /^080[09]-?[0-9]{6}$/.test(text) || /^070-?[0-9]{8}$/.test(text);

/** Loose, for people from abroad: an optional prefix and 4 to 12 digits, at most 15 digits in all. */
export const isForeignPhone = (text: string): boolean =>
  /^(?:[0-9]{2,4}-)?[0-9]{4,12}$/.test(text) && text.replace('-', '').length <= 15;

/** Returns the number alone if there is no prefix. */
export const joinPhone = (prefix: string, number: string): string =>
  prefix ? `${prefix}-${number}` : number;

/** Cut at the first hyphen; without one all of it is the number. */
export const splitPhone = (phone: string): { prefix: string; number: string } => {
  const at = phone.indexOf('-');
  return at < 1 ? { prefix: '', number: phone } : { prefix: phone.slice(0, at), number: phone.slice(at + 1) };
};
