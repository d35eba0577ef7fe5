/*
 * The signed content in the fragment of a certificate's QR code: version, key id, dates, place in the status list,
 * texts, ES256 signature, in base64url. The number of the certificate is signed but not repeated: it stands in the path.
 */

/** The signed content, which a stranger compares with the paper. */
export interface TokenContent {
  /** The name as printed. */
  readonly name: string;
  readonly kind: string;
  readonly organization: string;
  /** Days: `2026-12-05`. */
  readonly issuedOn: string;
  readonly validUntil: string;
  /** The certificate's place in the status list. */
  readonly statusIndex: number;
}

const VERSION = 1;
const KEY_ID = /^[0-9a-f]{8}$/;
const SIGNATURE_BYTES = 64;
/** Version, key id, two dates, place in the status list, encoding of the texts. */
const HEAD_BYTES = 1 + 4 + 2 + 2 + 3 + 1;
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2000, 0, 1);

const bytesOf = (text: string): number[] => [...new TextEncoder().encode(text)];
const wideBytesOf = (text: string): number[] =>
  Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)).flatMap((unit) => [
    unit >> 8,
    unit & 255,
  ]);

const [UTF8, UTF16] = [0, 1];

/** Chinese takes two bytes a character in UTF-16, and Latin one in UTF-8: the shorter one keeps the QR code coarse. */
const packTexts = (texts: readonly string[]): number[] => {
  const joined = texts.join('\n');
  const [narrow, wide] = [bytesOf(joined), wideBytesOf(joined)];
  return wide.length < narrow.length ? [UTF16, ...wide] : [UTF8, ...narrow];
};

const unpackTexts = ([encoding, ...bytes]: readonly number[]): string[] | null => {
  if (encoding !== UTF8 && encoding !== UTF16) return null;
  const decoder = new TextDecoder(encoding === UTF16 ? 'utf-16be' : 'utf-8', {
    fatal: true,
    ignoreBOM: true,
  });
  try {
    return decoder.decode(Uint8Array.from(bytes)).split('\n');
  } catch {
    return null;
  }
};

const packDay = (day: string): number[] => {
  const days = Math.round((Date.parse(`${day}T00:00:00Z`) - FIRST_DAY) / DAY_MS);
  if (!(days >= 0 && days < 65_536)) throw new Error(`a certificate cannot hold the day ${day}`);
  return [days >> 8, days & 255];
};

const unpackDay = ([high = 0, low = 0]: readonly number[]): string =>
  new Date(FIRST_DAY + ((high << 8) | low) * DAY_MS).toISOString().slice(0, 10);

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> | null => {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return null;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) =>
      each.charCodeAt(0),
    );
    // Several texts stand for the same bytes; only one of them is a token.
    return toBase64Url(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
};

/** The bytes before the signature. `kid`: eight hexadecimal digits. */
export const packContent = (kid: string, content: TokenContent): Uint8Array<ArrayBuffer> => {
  if (!KEY_ID.test(kid)) throw new Error(`${kid} is no key id`);
  const { name, kind, organization, issuedOn, validUntil, statusIndex } = content;
  const texts = [name, kind, organization];
  if (texts.some((text) => text.includes('\n'))) throw new Error('a text of a certificate has one line');
  return Uint8Array.from([
    VERSION,
    ...Array.from({ length: 4 }, (_, at) => Number.parseInt(kid.slice(2 * at, 2 * at + 2), 16)),
    ...packDay(issuedOn),
    ...packDay(validUntil),
    (statusIndex >> 16) & 255,
    (statusIndex >> 8) & 255,
    statusIndex & 255,
    ...packTexts(texts),
  ]);
};

/** The signature covers the number of the certificate and the packed content. */
export const signedBytes = (number: string, packed: Uint8Array): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([...bytesOf(number), 0, ...packed]);

export const joinToken = (packed: Uint8Array, signature: Uint8Array): string =>
  toBase64Url(Uint8Array.from([...packed, ...signature]));

interface Token {
  readonly kid: string;
  readonly content: TokenContent;
  readonly packed: Uint8Array<ArrayBuffer>;
  readonly signature: Uint8Array<ArrayBuffer>;
}

/** Null if it is no token: cut off, or of another version. */
export const readToken = (fragment: string): Token | null => {
  const bytes = fromBase64Url(fragment);
  if (!bytes || bytes.length < HEAD_BYTES + SIGNATURE_BYTES || bytes[0] !== VERSION) return null;
  const packed = bytes.slice(0, -SIGNATURE_BYTES);
  const [name, kind, organization, ...more] = unpackTexts([...packed.slice(HEAD_BYTES - 1)]) ?? [];
  if (name === undefined || kind === undefined || organization === undefined || more.length > 0) return null;
  const [high = 0, middle = 0, low = 0] = packed.slice(9, 12);
  return {
    kid: [...packed.slice(1, 5)].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
    content: {
      name,
      kind,
      organization,
      issuedOn: unpackDay([...packed.slice(5, 7)]),
      validUntil: unpackDay([...packed.slice(7, 9)]),
      statusIndex: (high << 16) | (middle << 8) | low,
    },
    packed,
    signature: bytes.slice(-SIGNATURE_BYTES),
  };
};

/** A public key of `/.well-known/certificate-keys.json`. */
export interface CertificateKey {
  readonly kid: string;
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
}

const ES256 = { name: 'ECDSA', hash: 'SHA-256', namedCurve: 'P-256' };

export const isSignedBy = async (
  key: CertificateKey,
  signature: Uint8Array<ArrayBuffer>,
  data: Uint8Array<ArrayBuffer>,
) => {
  const { kty, crv, x, y } = key;
  const imported = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, ES256, false, ['verify']);
  return crypto.subtle.verify(ES256, imported, signature, data);
};

/** The content, if one of the association's keys signed it for this number; null if it is forged or cut off. */
export const verifyToken = async (
  number: string,
  fragment: string,
  keys: readonly CertificateKey[],
): Promise<TokenContent | null> => {
  const token = readToken(fragment);
  const key = keys.find(({ kid }) => kid === token?.kid);
  if (!token || !key) return null;
  const { content, packed, signature } = token;
  return (await isSignedBy(key, signature, signedBytes(number, packed))) ? content : null;
};
