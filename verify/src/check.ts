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
  /** Returns the list that was cached on this device. */
  getCachedList(): Promise<SignedStatusList | null>;
  /** Returns the list of the server or, if it does not answer, the cached one. */
  getStatusList(): Promise<SignedStatusList | null>;
  /** The day in Taipei: `2026-12-05`. */
  readonly today: string;
}

const unavailable: Verdict = { kind: 'unreachable' };

interface Listed {
  readonly isListed: boolean;
  readonly listedAt: string;
}

/** Null without a list of the association that is as new as the certificate. */
const findListed = async (
  fragment: string,
  reading: Promise<SignedStatusList | null>,
  keys: Promise<readonly CertificateKey[]>,
): Promise<Listed | null> => {
  const [list, place] = [await reading, readToken(fragment)?.content.statusIndex];
  const isListed = list && place !== undefined ? await isInStatusList(list, place, await keys) : null;
  return list && isListed !== null ? { isListed, listedAt: list.issuedAt } : null;
};

const judgeOffline = (content: TokenContent, listed: Listed | null, today: string): Verdict => {
  if (!listed) return { kind: 'unknown', content };
  const state = listed.isListed ? 'ended' : content.validUntil < today ? 'expired' : 'valid';
  return { kind: 'offline', content, state, listedAt: listed.listedAt };
};

/** Finds the newest list: the cached one if there is no network, otherwise that of the server. */
const findNewestListed = async (
  fragment: string,
  cached: Promise<Listed | null>,
  isOffline: boolean,
  { getStatusList }: Sources,
  keys: Promise<readonly CertificateKey[]>,
): Promise<Listed | null> => {
  const listed = isOffline ? await cached : null;
  return listed ?? findListed(fragment, getStatusList(), keys);
};

/** Both signatures are checked while the server is asked, so that without network the answer is there at once. */
const judgeToken = async (number: string, fragment: string, sources: Sources): Promise<Verdict> => {
  const asked = sources.askServer(number);
  const keys = sources.getKeys();
  const verified = keys.then((known) => verifyToken(number, fragment, known));
  const cached = findListed(fragment, sources.getCachedList(), keys).catch(() => null);
  const answer = await asked;
  const isOffline = answer.kind === 'offline';
  if ((await keys).length === 0 && (isOffline || answer.kind === 'unreachable')) return unavailable;
  const content = await verified;
  if (!content) return { kind: 'forged' };
  if (answer.kind === 'found') return { kind: 'online', certificate: answer.certificate, content };
  // A signed certificate that the server does not know was signed with a stolen key.
  if (answer.kind === 'not_found') return { kind: 'forged' };
  const listed = await findNewestListed(fragment, cached, isOffline, sources, keys);
  return judgeOffline(content, listed, sources.today);
};

/** `fragment` is empty where the number was typed. */
export const check = async (number: string, fragment: string, sources: Sources): Promise<Verdict> => {
  if (fragment !== '') return judgeToken(number, fragment, sources);
  const answer = await sources.askServer(number);
  if (answer.kind === 'found') return { kind: 'online', certificate: answer.certificate, content: null };
  return answer.kind === 'offline' ? unavailable : answer;
};
