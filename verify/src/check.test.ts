import { generateKeyPairSync, sign } from 'node:crypto';
import { type SignedStatusList, signedText } from '@portal/contract/certificate-status';
import {
  type CertificateKey,
  joinToken,
  packContent,
  signedBytes,
  type TokenContent,
} from '@portal/contract/certificate-token';
import type { VerifiedCertificate } from '@portal/contract/certificates';
import { expect, test } from 'vitest';
import { check } from './check.ts';
import type { ServerAnswer } from './sources.ts';

const NUMBER = 'FAI-2026-7KQ2M9XW4T';
const KID = '0a1b2c3d';
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
const keys: CertificateKey[] = [{ kid: KID, kty: 'EC', crv: 'P-256', x, y }];

const signed = (data: Uint8Array) => sign('sha256', data, { key: privateKey, dsaEncoding: 'ieee-p1363' });

const content: TokenContent = {
  name: '林怡君',
  kind: '急救教練證',
  organization: '臺中市分會',
  issuedOn: '2026-12-05',
  validUntil: '2029-12-04',
  statusIndex: 9,
};
const packed = packContent(KID, content);
const token = joinToken(packed, signed(signedBytes(NUMBER, packed)));

/** A list of sixteen places of which these have ended. */
const listOf = (...ended: number[]): SignedStatusList => {
  const bytes = Buffer.alloc(2);
  for (const place of ended) bytes[place >> 3] = (bytes[place >> 3] ?? 0) | (0x80 >> (place & 7));
  const list = { kid: KID, issuedAt: '2026-12-05T01:00:00.000Z', bits: bytes.toString('base64url') };
  return { ...list, signature: signed(Buffer.from(signedText(list))).toString('base64url') };
};

const certificate = { state: 'valid' } as VerifiedCertificate;
const found: ServerAnswer = { kind: 'found', certificate };
const unreachable: ServerAnswer = { kind: 'unreachable' };
const offline: ServerAnswer = { kind: 'offline' };

const judge = (
  fragment: string,
  answer: ServerAnswer,
  {
    list = null,
    cached = null,
    published = keys,
    today = '2027-01-01',
  }: {
    list?: SignedStatusList | null;
    cached?: SignedStatusList | null;
    published?: CertificateKey[];
    today?: string;
  } = {},
) =>
  check(NUMBER, fragment, {
    askServer: async () => answer,
    getKeys: async () => published,
    getStatusList: async () => list,
    getCachedList: async () => cached,
    today,
  });

const listedAt = '2026-12-05T01:00:00.000Z';
const forgedList = { ...listOf(), bits: listOf(9).bits };

test.each<[string, Parameters<typeof judge>, object]>([
  ['scanned, with network', [token, found], { kind: 'online', certificate, content }],
  ['typed, with network', ['', found], { kind: 'online', certificate, content: null }],
  ['typed, unknown', ['', { kind: 'not_found' }], { kind: 'not_found' }],
  ['typed, without network', ['', offline], { kind: 'unreachable' }],
  ['typed, of a server that cannot answer', ['', unreachable], { kind: 'unreachable' }],
  ['typed too often', ['', { kind: 'too_many', message: '…' }], { kind: 'too_many', message: '…' }],
  ['scanned, cut off', [token.slice(0, -1), found], { kind: 'forged' }],
  ['scanned, changed', [token.replace(/^./, 'B'), found], { kind: 'forged' }],
  ['scanned, signed by another key', [token, found, { published: [] }], { kind: 'forged' }],
  ['signed, but never issued', [token, { kind: 'not_found' }], { kind: 'forged' }],
  [
    'without network, listed as valid',
    [token, offline, { cached: listOf(8, 10), list: listOf(9) }],
    { kind: 'offline', content, state: 'valid', listedAt },
  ],
  [
    'without network, listed as ended',
    [token, offline, { cached: listOf(9) }],
    { kind: 'offline', content, state: 'ended', listedAt },
  ],
  [
    'of a server that cannot answer, whose list is newer than the cached one',
    [token, unreachable, { cached: listOf(), list: listOf(9) }],
    { kind: 'offline', content, state: 'ended', listedAt },
  ],
  [
    'without network, with a cached list that is broken',
    [token, offline, { cached: { ...listOf(), signature: '*' }, list: listOf(9) }],
    { kind: 'offline', content, state: 'ended', listedAt },
  ],
  [
    'without network, after its last day',
    [token, offline, { cached: listOf(), today: '2029-12-05' }],
    { kind: 'offline', content, state: 'expired', listedAt },
  ],
  ['without network and without a list', [token, offline], { kind: 'unknown', content }],
  [
    'without network, with a changed list',
    [token, offline, { cached: forgedList, list: forgedList }],
    { kind: 'unknown', content },
  ],
  [
    'without network, newer than the list',
    [token, offline, { cached: { ...listOf(), bits: '' } }],
    { kind: 'unknown', content },
  ],
  ['without network, keys never cached', [token, offline, { published: [] }], { kind: 'unreachable' }],
  [
    'asked too often, listed as valid',
    [token, { kind: 'too_many', message: '…' }, { list: listOf() }],
    { kind: 'offline', content, state: 'valid', listedAt },
  ],
])('a certificate %s', async (_, given, verdict) => {
  expect(await judge(...given)).toEqual(verdict);
});
