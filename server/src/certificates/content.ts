import { createHash } from 'node:crypto';

/** The content of a certificate, frozen when it is issued. Days are in Taipei: `2026-12-05`. */
export interface CertificateContent {
  readonly number: string;
  readonly registerNumber: string;
  readonly kind: string;
  readonly course: string;
  /** Null without a class, as are its days and, where nobody said them, its hours. */
  readonly classCode: string | null;
  readonly hours: number | null;
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  readonly issuedOn: string;
  readonly validUntil: string;
  readonly chineseName: string | null;
  readonly englishName: string | null;
  readonly identity: string;
  readonly maskedIdentity: string;
  readonly birthDate: string | null;
  /** The file, which stays as long as the certificate; null if the person has none. */
  readonly photo: string | null;
  readonly organization: string;
  /** Null if nobody signed. `sealId` is a picture of the layouts. */
  readonly signer: { readonly name: string; readonly title: string; readonly sealId: number | null } | null;
}

/** Keys in alphabetical order, no spaces: equal contents have equal texts. A content holds no lists. */
const canonicalJson = (value: unknown): string => {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonicalJson(each)}`).join(',')}}`;
};

/** SHA-256 of the canonical JSON, in hexadecimal. */
export const digestContent = (content: CertificateContent): string =>
  createHash('sha256').update(canonicalJson(content)).digest('hex');
