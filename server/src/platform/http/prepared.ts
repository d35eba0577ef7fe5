import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Encoding = 'br' | 'gzip';

const brotliOf = (quality: number, window: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: window },
});
const brotli = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

// Low quality and a 256 kB window are fast; a better compression does not pay for short-lived answers.
const quickBrotli = brotliOf(3, 18);
const compress: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => brotli(bytes, quickBrotli),
  gzip: (bytes) => gzipAsync(bytes),
};

// Compresses answers to a single caller: about 25 % larger than with `quickBrotli`, in a quarter of the time.
export const quickestBrotli = brotliOf(1, 16);
const compressSync: Record<Encoding, (bytes: Buffer) => Buffer> = {
  br: (bytes) => brotliCompressSync(bytes, quickestBrotli),
  gzip: (bytes) => gzipSync(bytes, { level: 1 }),
};

/** In bytes. Shorter answers fit into two or three packets; compressing them does not pay. */
export const COMPRESSED_FROM_BYTES = 4096;
/** In bytes. Compressing a shorter answer takes less time than handing it to another thread. */
const SMALL_ANSWER_BYTES = 128 * 1024;

const JSON_TYPE = 'application/json; charset=utf-8';

/** An answer cached as bytes, compressed once for all callers. */
export class PreparedAnswer {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();
  readonly #made: number;
  readonly #until: number;

  /** `maxAge` is in seconds. Without `made`, the answer is never fresh. */
  constructor(bytes: Buffer, maxAge: number, type: string, made?: Date) {
    this.bytes = bytes;
    this.#made = made?.getTime() ?? Number.POSITIVE_INFINITY;
    this.#until = this.#made + maxAge * 1000;
    // Weak: one tag covers every encoding of the answer.
    this.etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    this.headers = {
      'content-type': type,
      'cache-control': maxAge > 0 ? `public, max-age=${maxAge}` : 'no-cache',
      vary: 'accept-encoding, authorization',
      etag: this.etag,
    };
  }

  /** Returns false if the answer is old, or if the clock was set back. */
  isFresh(now: Date): boolean {
    const time = now.getTime();
    return this.#made <= time && time < this.#until;
  }

  /** Compresses on first use and keeps the result. */
  encoded(encoding: Encoding): Promise<Buffer> {
    const cached = this.#encoded.get(encoding);
    if (cached) return cached;
    const compressed = compress[encoding](this.bytes);
    this.#encoded.set(encoding, compressed);
    return compressed;
  }
}

/** A prepared answer that the caller's browser must not cache, because their own actions change it. */
export class UncachedAnswer {
  readonly prepared: PreparedAnswer;

  constructor(prepared: PreparedAnswer) {
    this.prepared = prepared;
  }
}

export const prepareJson = (answer: unknown, maxAge: number, made?: Date): PreparedAnswer =>
  new PreparedAnswer(Buffer.from(JSON.stringify(answer)), maxAge, JSON_TYPE, made);

const ENCODINGS: Encoding[] = ['br', 'gzip'];

/** Names of encodings are case-insensitive (RFC 9110, 8.4.1); the package compares them exactly. */
const accepted = (header = ''): Encoding | null => negotiate(header.toLowerCase(), ENCODINGS);

export const sendJson = async (request: FastifyRequest, reply: FastifyReply, answer: unknown) => {
  const bytes = Buffer.from(JSON.stringify(answer));
  reply.header('cache-control', 'no-store').type(JSON_TYPE);
  const encoding = bytes.length < COMPRESSED_FROM_BYTES ? null : accepted(request.headers['accept-encoding']);
  if (!encoding) return reply.send(bytes);
  reply.header('content-encoding', encoding).header('vary', 'accept-encoding');
  return reply.send(
    bytes.length < SMALL_ANSWER_BYTES ? compressSync[encoding](bytes) : await compress[encoding](bytes),
  );
};

const unchanged = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header === '*' || header.includes(etag.slice(2)));

const sendBytes = async (request: FastifyRequest, reply: FastifyReply, prepared: PreparedAnswer) => {
  const encoding =
    prepared.bytes.length < COMPRESSED_FROM_BYTES ? null : accepted(request.headers['accept-encoding']);
  if (!encoding) return reply.send(prepared.bytes);
  return reply.header('content-encoding', encoding).send(await prepared.encoded(encoding));
};

export const sendPrepared = async (
  request: FastifyRequest,
  reply: FastifyReply,
  prepared: PreparedAnswer,
) => {
  reply.headers(prepared.headers);
  const found = reply.statusCode === 200;
  if (found && unchanged(request.headers['if-none-match'], prepared.etag)) return reply.code(304).send();
  return sendBytes(request, reply, prepared);
};

export const sendUncached = (request: FastifyRequest, reply: FastifyReply, { prepared }: UncachedAnswer) => {
  const { etag, ...headers } = prepared.headers;
  reply.headers({ ...headers, 'cache-control': 'no-store' });
  return sendBytes(request, reply, prepared);
};

const URLS_MAX = 200;
const URL_LENGTH_MAX = 200;

/** Keeps fresh answers by URL, so that they are found without parsing the query. Drops the oldest beyond `URLS_MAX`. */
export const answersByUrl = () => {
  const answers = new Map<string, PreparedAnswer>();

  // Stops at the first fresh answer: an expired one behind it is kept a little longer, but `find` does not return it.
  const sweep = (now: Date) => {
    for (const [url, answer] of answers) {
      if (answers.size <= URLS_MAX && answer.isFresh(now)) return;
      answers.delete(url);
    }
  };

  return {
    find: (url: string, now: Date): PreparedAnswer | null => {
      const answer = answers.get(url);
      return answer?.isFresh(now) ? answer : null;
    },
    keep: (url: string, answer: PreparedAnswer, now: Date): void => {
      if (url.length > URL_LENGTH_MAX || !answer.isFresh(now)) return;
      answers.delete(url);
      answers.set(url, answer);
      sweep(now);
    },
  };
};

interface Entry<T> {
  until: number;
  value: Promise<T>;
}

/** Caches values by key. Simultaneous callers share one query; failures are not cached. Drops the oldest beyond `most`. */
export const cacheFor = <T>(seconds: number, most = 200) => {
  const entries = new Map<string, Entry<T>>();
  const span = seconds * 1000;

  // All entries live equally long, so the oldest come first.
  const sweep = (now: number) => {
    for (const [key, entry] of entries) {
      if (entries.size <= most && entry.until > now) return;
      entries.delete(key);
    }
  };

  return (key: string, now: Date, make: () => Promise<T>): Promise<T> => {
    const time = now.getTime();
    const entry = entries.get(key);
    // If the clock is set back, entries must not live longer.
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
