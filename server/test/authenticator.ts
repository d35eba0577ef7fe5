import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Credential } from '@portal/contract/office/staff';

/* A passkey in memory. It makes the responses that a browser sends, and wrong ones if a test asks for them. */

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url');

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const WITH_CREDENTIAL = 0x40;

interface Site {
  readonly origin: string;
  readonly rpId: string;
}

interface Wrong extends Partial<Site> {
  /** Whether the authenticator verified the user by finger, face or PIN; true by default. */
  readonly verified?: boolean;
}

const flagsOf = ({ verified = true }: Wrong) => USER_PRESENT | (verified ? USER_VERIFIED : 0);

export interface Authenticator {
  readonly id: string;
  /** The signature counter of the last response; tests set it back. */
  counter: number;
  /** The registration response. */
  register(challenge: string, wrong?: Wrong): Credential;
  /** A registration response whose self-attestation has a wrong signature. */
  registerForged(challenge: string): Credential;
  /** The authentication response. */
  sign(challenge: string, wrong?: Wrong): Credential;
}

const clientData = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

const counterBytes = (counter: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(counter);
  return bytes;
};

/** The key in COSE: EC2, ES256, P-256. */
const coseKey = (x: string, y: string) =>
  Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);

const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
/** Encodes bytes in CBOR. `bytes` must have a length of at least 24. */
const cborBytes = (bytes: Buffer) => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);

/** Writes an attestation in CBOR. By default it attests nothing. */
const attestation = (authData: Buffer, format = 'none', statement = Buffer.from([0xa0])) =>
  Buffer.concat([
    Buffer.from([0xa3]),
    ...[cborText('fmt'), cborText(format)],
    ...[cborText('attStmt'), statement],
    ...[cborText('authData'), cborBytes(authData)],
  ]);

const derNumber = Buffer.from(`0220${'01'.repeat(32)}`, 'hex');

/** ES256, and bytes that are no signature of anything. */
const forgedStatement = Buffer.concat([
  Buffer.from([0xa2]),
  ...[cborText('alg'), Buffer.from([0x26])],
  ...[cborText('sig'), cborBytes(Buffer.from([0x30, 0x44, ...derNumber, ...derNumber]))],
]);

export const makeAuthenticator = (own: Site): Authenticator => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  const about = {
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key',
    clientExtensionResults: {},
  } as const;
  const dataFor = (rpId: string, flags: number) =>
    Buffer.concat([sha256(rpId), Buffer.from([flags]), counterBytes(authenticator.counter)]);

  const registration = (challenge: string, wrong: Wrong, attest: (authData: Buffer) => Buffer) => {
    const { origin, rpId } = { ...own, ...wrong };
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey(x, y)]);
    const authData = Buffer.concat([dataFor(rpId, flagsOf(wrong) | WITH_CREDENTIAL), credential]);
    return {
      ...about,
      response: {
        clientDataJSON: base64url(clientData('webauthn.create', challenge, origin)),
        attestationObject: base64url(attest(authData)),
        transports: ['internal'],
      },
    };
  };

  const authenticator: Authenticator = {
    id: about.id,
    counter: 0,
    register: (challenge, wrong = {}) => registration(challenge, wrong, attestation),
    registerForged: (challenge) =>
      registration(challenge, {}, (authData) => attestation(authData, 'packed', forgedStatement)),
    sign: (challenge, wrong = {}) => {
      const { origin, rpId } = { ...own, ...wrong };
      authenticator.counter += 1;
      const authData = dataFor(rpId, flagsOf(wrong));
      const clientDataBytes = clientData('webauthn.get', challenge, origin);
      const signature = createSign('sha256')
        .update(authData)
        .update(sha256(clientDataBytes))
        .sign(privateKey);
      return {
        ...about,
        response: {
          clientDataJSON: base64url(clientDataBytes),
          authenticatorData: base64url(authData),
          signature: base64url(signature),
        },
      };
    },
  };
  return authenticator;
};
