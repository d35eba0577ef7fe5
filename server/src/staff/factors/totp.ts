import { createHmac, randomBytes } from 'node:crypto';

/** RFC 6238: SHA-1, six digits, 30 seconds. */
const STEP_MS = 30_000;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const toBase32 = (bytes: Uint8Array): string => {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('');
};

export const fromBase32 = (text: string): Buffer => {
  const bits = [...text].map((mark) => ALPHABET.indexOf(mark).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

export const newSecret = (): string => toBase32(randomBytes(20));

export const stepOf = (now: Date): number => Math.floor(now.getTime() / STEP_MS);

/** RFC 4226, 5.3. */
export const codeAt = (secret: string, step: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
};

/** Allows one step before or after; null for a wrong code. */
export const matchingStep = (secret: string, code: string, now: Date): number | null => {
  const present = stepOf(now);
  return [present, present - 1, present + 1].find((step) => codeAt(secret, step) === code) ?? null;
};

export const otpauthAddress = (secret: string, email: string, issuer: string): string => {
  const query = new URLSearchParams({ secret, issuer, algorithm: 'SHA1', digits: '6', period: '30' });
  return `otpauth://totp/${encodeURIComponent(`${issuer}:${email}`)}?${query}`;
};
