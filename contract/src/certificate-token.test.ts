import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  type CertificateKey,
  joinToken,
  packContent,
  readToken,
  signedBytes,
  type TokenContent,
  verifyToken,
} from './certificate-token.ts';

const NUMBER = 'FAI-2026-7KQ2M9XW4T';

const content: TokenContent = {
  name: '林怡君',
  kind: '急救教練證',
  organization: '臺中市分會',
  issuedOn: '2026-12-05',
  validUntil: '2029-12-04',
  statusIndex: 70_000,
};

const createKey = (kid: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return { kid, privateKey, published: { kid, kty: 'EC', crv: 'P-256', x, y } satisfies CertificateKey };
};

const [key, other] = [createKey('0a1b2c3d'), createKey('99999999')];

const signToken = (kid: string, privateKey: KeyObject, number = NUMBER, signed = content): string => {
  const packed = packContent(kid, signed);
  const data = signedBytes(number, packed);
  return joinToken(packed, sign('sha256', data, { key: privateKey, dsaEncoding: 'ieee-p1363' }));
};

const token = signToken(key.kid, key.privateKey);

test('the content is read back, and its signature holds', async () => {
  expect(readToken(token)).toMatchObject({ kid: key.kid, content });
  expect(await verifyToken(NUMBER, token, [other.published, key.published])).toEqual(content);
});

test.each([
  ['Latin', 'Mary Ann O’Neil'],
  ['beyond the basic plane', '𠮷田㛢'],
  ['37 characters', '阿'.repeat(37)],
  ['markup', '<b>"&'],
])('a name is read back (%s)', async (_, name) => {
  const signed = signToken(key.kid, key.privateKey, NUMBER, { ...content, name });
  expect(await verifyToken(NUMBER, signed, [key.published])).toEqual({ ...content, name });
});

test('the longest texts leave a QR code of at most 320 characters', () => {
  const long = {
    ...content,
    name: '阿'.repeat(37),
    kind: '高級急救員訓練證書教練',
    organization: '中華民國水上救生協會',
  };
  const address = `https://enrol.association.example/v/${NUMBER}#`;
  expect(`${address}${signToken(key.kid, key.privateKey, NUMBER, long)}`.length).toBeLessThanOrEqual(320);
});

test('no byte can be changed', async () => {
  const bytes = Buffer.from(token, 'base64url');
  const passed: number[] = [];
  for (const at of bytes.keys()) {
    const forged = Buffer.from(bytes);
    forged[at] = (forged[at] ?? 0) ^ 1;
    if (await verifyToken(NUMBER, forged.toString('base64url'), [key.published])) passed.push(at);
  }
  expect(passed).toEqual([]);
});

test('no length of it but the whole is accepted', async () => {
  const lengths = Array.from({ length: token.length }, (_, length) => token.slice(0, length));
  const answers = await Promise.all(
    [...lengths, `${token}A`].map((cut) => verifyToken(NUMBER, cut, [key.published])),
  );
  expect(answers.filter((answer) => answer !== null)).toEqual([]);
});

test.each<[string, () => Promise<unknown>]>([
  ['the code of another certificate', () => verifyToken('FAI-2026-7KQ2M9XW4V', token, [key.published])],
  ['a key that the association never had', () => verifyToken(NUMBER, token, [other.published])],
  [
    'the key id of the association with the signature of another',
    () => verifyToken(NUMBER, signToken(key.kid, other.privateKey), [key.published]),
  ],
  ['no key', () => verifyToken(NUMBER, token, [])],
  ['no base64url', () => verifyToken(NUMBER, '%E4%BD%A0', [key.published])],
  ['nothing', () => verifyToken(NUMBER, '', [key.published])],
  ['three kilobytes', () => verifyToken(NUMBER, 'A'.repeat(3000), [key.published])],
])('%s is refused', async (_, verify) => {
  expect(await verify()).toBeNull();
});
