import { createECDH, createPrivateKey, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { CertificateKey } from '@portal/contract/certificate-token';
import { desc } from 'drizzle-orm';
import type { Executor, Tx } from '../../platform/database/database.ts';
import { certificateKeys } from '../tables.ts';

const UNCOMPRESSED_POINT = 65;

const published = (kid: string, secret: string): CertificateKey => {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(Buffer.from(secret, 'base64url'));
  const point = curve.getPublicKey();
  if (point.length !== UNCOMPRESSED_POINT) throw new Error('a public key of P-256 has 65 bytes');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((each) => each.toString('base64url'));
  return { kid, kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' };
};

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
}

const allKeys = (db: Executor) =>
  db.select().from(certificateKeys).orderBy(desc(certificateKeys.createdAt), desc(certificateKeys.kid));

/** The newest key. */
export const findSigningKey = async (db: Executor): Promise<SigningKey> => {
  const [newest] = await allKeys(db).limit(1);
  if (!newest) throw new Error('there is no key for certificates');
  const { kid, secret } = newest;
  const { kid: _, ...jwk } = published(kid, secret);
  return { kid, privateKey: createPrivateKey({ key: { ...jwk, d: secret }, format: 'jwk' }) };
};

/** ES256 as WebCrypto verifies it: 64 bytes. */
export const signEs256 = ({ privateKey }: SigningKey, data: Uint8Array): Uint8Array =>
  sign('sha256', data, { key: privateKey, dsaEncoding: 'ieee-p1363' });

/** Publishes the former keys too, because certificates that they signed stay valid. */
export const publishedKeys = async (db: Executor): Promise<CertificateKey[]> =>
  (await allKeys(db)).map(({ kid, secret }) => published(kid, secret));

/** Adds a key, which signs from now on. Returns its id. */
export const rotateKey = async (tx: Tx, now: Date): Promise<string> => {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  // Node leaves out leading zeros.
  const secret = Buffer.alloc(32);
  const scalar = curve.getPrivateKey();
  scalar.copy(secret, secret.length - scalar.length);
  const kid = randomBytes(4).toString('hex');
  await tx.insert(certificateKeys).values({ kid, secret: secret.toString('base64url'), createdAt: now });
  return kid;
};
