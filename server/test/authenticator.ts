import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/* A passkey in memory, for tests: it makes what a browser sends, right or, on demand, wrong. */

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url');

/** User present and verified; with a new credential inside. */
const FLAGS = 0x05;
const WITH_CREDENTIAL = 0x40;

interface Site {
  readonly origin: string;
  readonly rpId: string;
}

export interface Authenticator {
  readonly id: string;
  /** The number of the last answer; tests set it back. */
  counter: number;
  /** The registration response. */
  register(challenge: string, site?: Partial<Site>): Credential;
  /** The authentication response. */
  sign(challenge: string, site?: Partial<Site>): Credential;
}

interface Credential {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly clientExtensionResults: object;
  readonly response: { readonly clientDataJSON: string } & Readonly<Record<string, unknown>>;
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

/** The CBOR map of an attestation that attests nothing. */
const attestation = (authData: Buffer) =>
  Buffer.concat([
    Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
    Buffer.from([authData.length]),
    authData,
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

  const authenticator: Authenticator = {
    id: about.id,
    counter: 0,
    register: (challenge, site) => {
      const { origin, rpId } = { ...own, ...site };
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey(x, y)]);
      const authData = Buffer.concat([dataFor(rpId, FLAGS | WITH_CREDENTIAL), credential]);
      return {
        ...about,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, origin)),
          attestationObject: base64url(attestation(authData)),
          transports: ['internal'],
        },
      };
    },
    sign: (challenge, site) => {
      const { origin, rpId } = { ...own, ...site };
      authenticator.counter += 1;
      const authData = dataFor(rpId, FLAGS);
      const told = clientData('webauthn.get', challenge, origin);
      const signature = createSign('sha256').update(authData).update(sha256(told)).sign(privateKey);
      return {
        ...about,
        response: {
          clientDataJSON: base64url(told),
          authenticatorData: base64url(authData),
          signature: base64url(signature),
        },
      };
    },
  };
  return authenticator;
};
