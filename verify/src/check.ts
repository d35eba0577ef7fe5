import { isInStatusList, type SignedStatusList } from '@portal/contract/certificate-status';
import {
  type CertificateKey,
  readToken,
  type TokenContent,
  verifyToken,
} from '@portal/contract/certificate-token';
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
  /** The day in Taipei: `2026-12-05`. */
  readonly today: string;
}

interface Listed {
  readonly isListed: boolean;
  readonly listedAt: string;
}

/** Null without a list of the association that is as new as the certificate. */
const findListed = async (
  fragment: string,
  reading: Promise<SignedStatusList | null>,
  keys: readonly CertificateKey[],
): Promise<Listed | null> => {
  const [list, place] = [await reading, readToken(fragment)?.content.statusIndex];
  const isListed = list && place !== undefined ? await isInStatusList(list, place, keys) : null;
  return list && isListed !== null ? { isListed, listedAt: list.issuedAt } : null;
};

const judgeOffline = (content: TokenContent, listed: Listed | null, today: string): Verdict => {
  if (!listed) return { kind: 'unknown', content };
  const state = listed.isListed ? 'ended' : content.validUntil < today ? 'expired' : 'valid';
  return { kind: 'offline', content, state, listedAt: listed.listedAt };
};

/** Reads the status list only if the server does not answer, and at the same time as the keys. */
const askOrRead = async (number: string, { askServer, getStatusList }: Sources) => {
  const answer = await askServer(number);
  const isAnswered = answer.kind === 'found' || answer.kind === 'not_found';
  return { answer, reading: isAnswered ? Promise.resolve(null) : getStatusList() };
};

const judgeToken = async (number: string, fragment: string, sources: Sources): Promise<Verdict> => {
  const [keys, { answer, reading }] = await Promise.all([sources.getKeys(), askOrRead(number, sources)]);
  if (keys.length === 0 && answer.kind === 'unreachable') return answer;
  // Both signatures are checked at the same time.
  const [content, listed] = await Promise.all([
    verifyToken(number, fragment, keys),
    findListed(fragment, reading, keys),
  ]);
  if (!content) return { kind: 'forged' };
  if (answer.kind === 'found') return { kind: 'online', certificate: answer.certificate, content };
  // A signed certificate that the server does not know was signed with a stolen key.
  if (answer.kind === 'not_found') return { kind: 'forged' };
  return judgeOffline(content, listed, sources.today);
};

/** `fragment` is empty where the number was typed. */
export const check = async (number: string, fragment: string, sources: Sources): Promise<Verdict> => {
  if (fragment !== '') return judgeToken(number, fragment, sources);
  const answer = await sources.askServer(number);
  return answer.kind === 'found'
    ? { kind: 'online', certificate: answer.certificate, content: null }
    : answer;
};
