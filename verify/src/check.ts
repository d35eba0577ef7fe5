import { isInStatusList, type SignedStatusList } from '@portal/contract/certificate-status';
import { type CertificateKey, type TokenContent, verifyToken } from '@portal/contract/certificate-token';
import type { VerifiedCertificate } from '@portal/contract/certificates';
import type { ServerAnswer } from './sources.ts';

/** The result of checking a certificate. `content` comes from its QR code, if that was scanned. */
export type Verdict =
  | {
      readonly kind: 'online';
      readonly certificate: VerifiedCertificate;
      readonly content: TokenContent | null;
    }
  | {
      readonly kind: 'offline';
      readonly content: TokenContent;
      readonly state: 'valid' | 'expired' | 'ended';
      /** When the list was made: `2026-12-05T01:00:00.000Z`. */
      readonly listedAt: string;
    }
  | { readonly kind: 'unknown'; readonly content: TokenContent }
  | { readonly kind: 'forged' }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'too_many'; readonly message: string }
  | { readonly kind: 'unreachable' };

interface Sources {
  askServer(number: string): Promise<ServerAnswer>;
  getKeys(): Promise<readonly CertificateKey[]>;
  getStatusList(): Promise<SignedStatusList | null>;
  /** In Taipei: `2026-12-05`. */
  readonly today: string;
}

const judgeOffline = async (
  content: TokenContent,
  keys: readonly CertificateKey[],
  { getStatusList, today }: Sources,
): Promise<Verdict> => {
  const list = await getStatusList();
  const listed = list && (await isInStatusList(list, content.statusIndex, keys));
  if (!list || listed === null) return { kind: 'unknown', content };
  const state = listed ? 'ended' : content.validUntil < today ? 'expired' : 'valid';
  return { kind: 'offline', content, state, listedAt: list.issuedAt };
};

const judgeToken = async (number: string, fragment: string, sources: Sources): Promise<Verdict> => {
  const [keys, answer] = await Promise.all([sources.getKeys(), sources.askServer(number)]);
  if (keys.length === 0 && answer.kind === 'unreachable') return answer;
  const content = await verifyToken(number, fragment, keys);
  if (!content) return { kind: 'forged' };
  if (answer.kind === 'found') return { kind: 'online', certificate: answer.certificate, content };
  // A signed certificate that the server does not know was signed with a stolen key.
  if (answer.kind === 'not_found') return { kind: 'forged' };
  return judgeOffline(content, keys, sources);
};

/** `fragment` is empty where the number was typed. */
export const check = async (number: string, fragment: string, sources: Sources): Promise<Verdict> => {
  if (fragment !== '') return judgeToken(number, fragment, sources);
  const answer = await sources.askServer(number);
  return answer.kind === 'found'
    ? { kind: 'online', certificate: answer.certificate, content: null }
    : answer;
};
