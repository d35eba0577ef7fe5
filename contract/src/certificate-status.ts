import { type CertificateKey, isSignedBy } from './certificate-token.ts';

/** `/.well-known/certificate-status.json`: the certificates that ended before their date, for checks without network. */
export interface SignedStatusList {
  readonly kid: string;
  /** When it was made: `2026-12-05T01:00:00.000Z`. */
  readonly issuedAt: string;
  /** A bit for each place, the highest bit of a byte first: 1 if the certificate has ended. Base64url. */
  readonly bits: string;
  /** ES256 over `signedText`. Base64url. */
  readonly signature: string;
}

export const signedText = ({ issuedAt, bits }: Pick<SignedStatusList, 'issuedAt' | 'bits'>): string =>
  `${issuedAt}\n${bits}`;

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0));

/** Whether the certificate at this place has ended; null if the list is not the association's, or older than the place. */
export const isInStatusList = async (
  list: SignedStatusList,
  place: number,
  keys: readonly CertificateKey[],
): Promise<boolean | null> => {
  const key = keys.find(({ kid }) => kid === list.kid);
  const text = new TextEncoder().encode(signedText(list));
  if (!key || !(await isSignedBy(key, bytesOf(list.signature), text))) return null;
  const byte = bytesOf(list.bits)[place >> 3];
  return byte === undefined ? null : ((byte >> (7 - (place & 7))) & 1) === 1;
};
