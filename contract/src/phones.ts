/* The published numbering plan of Taiwan: which digits follow which prefix. */

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

/** The prefixes of landlines, for the form's prefix box. */
export const LANDLINE_PREFIXES = plan.map(([prefix]) => prefix).sort();

/** `0900-000000` or `0900000000`. */
export const isMobile = (text: string): boolean => /^09[0-9]{2}-?[0-9]{6}$/.test(text);

/** `02-20000000` or `0220000000`: the longest prefix counts. */
export const isLandline = (text: string): boolean => {
  const [prefix, number] = text.includes('-') ? text.split('-') : [undefined, undefined];
  if (text.split('-').length > 2) return false;
  if (prefix !== undefined) return plan.some(([known, form]) => known === prefix && form.test(number ?? ''));
  const longest = plan.find(([known]) => text.startsWith(known));
  return longest?.[1].test(text.slice(longest[0].length)) ?? false;
};

/** A landline, or a company's service number: 0800/0809 and 070. */
export const isCompanyPhone = (text: string): boolean =>
  isLandline(text) || isMobile(text) || /^080[09]-?[0-9]{6}$/.test(text) || /^070-?[0-9]{8}$/.test(text);

/** Loose, for people from abroad: an optional prefix and 4 to 12 digits, at most 15 digits in all. */
export const isForeignPhone = (text: string): boolean =>
  /^(?:[0-9]{2,4}-)?[0-9]{4,12}$/.test(text) && text.replace('-', '').length <= 15;

/** The number alone when there is no prefix. */
export const joinPhone = (prefix: string, number: string): string => (prefix ? `${prefix}-${number}` : number);

export const splitPhone = (phone: string): { prefix: string; number: string } => {
  const at = phone.indexOf('-');
  return at < 0 ? { prefix: '', number: phone } : { prefix: phone.slice(0, at), number: phone.slice(at + 1) };
};
