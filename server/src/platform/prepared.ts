import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Encoding = 'br' | 'gzip';

const brotliOf = (quality: number, window: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: window },
});
const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

// A quick level and a window of 256 kB: an answer is not compressed for an archive.
const quick = brotliOf(3, 18);
const compress: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => brotli(bytes, quick),
  gzip: (bytes) => deflate(bytes),
};

// For one reader alone: a quarter more bytes, for a quarter of the time that quality 3 takes.
export const quickest = brotliOf(1, 16);
const compressAtOnce: Record<Encoding, (bytes: Buffer) => Buffer> = {
  br: (bytes) => brotliCompressSync(bytes, quickest),
  gzip: (bytes) => gzipSync(bytes, { level: 1 }),
};

/** What is shorter travels in the first two or three packets anyway: compressing costs more time than it saves. */
export const WORTH_COMPRESSING = 4096;
/** Up to here handing the work to another thread costs more than doing it. */
const SMALL = 128 * 1024;

const JSON_TYPE = 'application/json; charset=utf-8';

/** An answer ready to be sent: the same bytes for everybody, for a short time. */
export class Prepared {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();

  constructor(bytes: Buffer, maxAge: number, type: string) {
    this.bytes = bytes;
    // Weak: one tag stands for every encoding of the same answer.
    this.etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    this.headers = {
      'content-type': type,
      'cache-control': maxAge > 0 ? `public, max-age=${maxAge}` : 'no-cache',
      vary: 'accept-encoding, authorization',
      etag: this.etag,
    };
  }

  /** Compressed once, when somebody first asks for it so. */
  encoded(encoding: Encoding): Promise<Buffer> {
    const kept = this.#encoded.get(encoding);
    if (kept) return kept;
    const made = compress[encoding](this.bytes);
    this.#encoded.set(encoding, made);
    return made;
  }
}

/** A prepared answer for somebody whose browser must ask again each time: what they do themselves changes it for them. */
export class UncachedAnswer {
  readonly prepared: Prepared;

  constructor(prepared: Prepared) {
    this.prepared = prepared;
  }
}

/** `answer` as JSON that may be kept for `maxAge` seconds. */
export const prepareJson = (answer: unknown, maxAge: number): Prepared =>
  new Prepared(Buffer.from(JSON.stringify(answer)), maxAge, JSON_TYPE);

const preference: readonly (readonly [Encoding, RegExp])[] = [
  ['br', /(?:^|[\s,])br\s*(?:;\s*q=([0-9.]+))?\s*(?:,|$)/i],
  ['gzip', /(?:^|[\s,])gzip\s*(?:;\s*q=([0-9.]+))?\s*(?:,|$)/i],
];

const accepted = (header: string | undefined): Encoding | null => {
  if (!header) return null;
  for (const [encoding, form] of preference) {
    const found = form.exec(header);
    if (found && Number(found[1] ?? 1) > 0) return encoding;
  }
  return null;
};

/** Sends an answer for this caller alone, compressed where the caller takes it. */
export const sendJson = async (request: FastifyRequest, reply: FastifyReply, answer: unknown) => {
  const bytes = Buffer.from(JSON.stringify(answer));
  reply.header('cache-control', 'no-store').type(JSON_TYPE);
  const encoding = bytes.length < WORTH_COMPRESSING ? null : accepted(request.headers['accept-encoding']);
  if (!encoding) return reply.send(bytes);
  reply.header('content-encoding', encoding).header('vary', 'accept-encoding');
  return reply.send(bytes.length < SMALL ? compressAtOnce[encoding](bytes) : await compress[encoding](bytes));
};

const unchanged = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header === '*' || header.includes(etag.slice(2)));

const sendBytes = async (request: FastifyRequest, reply: FastifyReply, prepared: Prepared) => {
  const encoding =
    prepared.bytes.length < WORTH_COMPRESSING ? null : accepted(request.headers['accept-encoding']);
  if (!encoding) return reply.send(prepared.bytes);
  return reply.header('content-encoding', encoding).send(await prepared.encoded(encoding));
};

/** Sends a prepared answer, compressed where the caller takes it, or 304 where the caller still has it. */
export const sendPrepared = async (request: FastifyRequest, reply: FastifyReply, prepared: Prepared) => {
  reply.headers(prepared.headers);
  const found = reply.statusCode === 200;
  if (found && unchanged(request.headers['if-none-match'], prepared.etag)) return reply.code(304).send();
  return sendBytes(request, reply, prepared);
};

/** Sends a prepared answer, compressed where the caller takes it, to be kept by nobody. */
export const sendUncached = (request: FastifyRequest, reply: FastifyReply, { prepared }: UncachedAnswer) => {
  const { etag, ...headers } = prepared.headers;
  reply.headers({ ...headers, 'cache-control': 'no-store' });
  return sendBytes(request, reply, prepared);
};

interface Entry<T> {
  until: number;
  value: Promise<T>;
}

/**
 * Keeps what is the same for everybody for `seconds`: callers that come at once share one query, and what is shown is
 * never older than that. A failure is not kept. At most `most` values stay; the oldest goes first.
 */
export const cacheFor = <T>(seconds: number, most = 200) => {
  const entries = new Map<string, Entry<T>>();
  const span = seconds * 1000;

  // Every entry lives equally long, so the oldest stand first.
  const sweep = (now: number) => {
    for (const [key, entry] of entries) {
      if (entries.size <= most && entry.until > now) return;
      entries.delete(key);
    }
  };

  return (key: string, now: Date, make: () => Promise<T>): Promise<T> => {
    const time = now.getTime();
    const entry = entries.get(key);
    // A clock that was set back must not keep an answer for ever.
    if (entry && entry.until > time && entry.until <= time + span) return entry.value;
    const value = make();
    const added = { until: time + span, value };
    entries.delete(key);
    entries.set(key, added);
    sweep(time);
    value.catch(() => {
      if (entries.get(key) === added) entries.delete(key);
    });
    return value;
  };
};
