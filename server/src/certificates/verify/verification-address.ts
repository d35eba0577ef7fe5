import { joinToken, packContent, signedBytes } from '@portal/contract/certificate-token';
import { verificationPath } from '@portal/contract/certificates';
import type { CertificateContent } from '../content.ts';
import { type SigningKey, signEs256 } from './keys.ts';

interface Frozen {
  readonly content: CertificateContent;
  readonly statusIndex: number;
}

/** The address in the QR code. Its fragment, which no server sees, holds the signed content. */
export const verificationAddress = (
  { content, statusIndex }: Frozen,
  key: SigningKey,
  publicUrl: string,
): string => {
  const { number, kind, organization, issuedOn, validUntil, chineseName, englishName } = content;
  const name = chineseName ?? englishName ?? '';
  const packed = packContent(key.kid, { name, kind, organization, issuedOn, validUntil, statusIndex });
  const signature = signEs256(key, signedBytes(number, packed));
  return `${publicUrl}${verificationPath(number)}#${joinToken(packed, signature)}`;
};
