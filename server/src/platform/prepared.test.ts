import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { cacheFor, prepareJson, sendPrepared } from './prepared.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 11, 1) + seconds * 1000);

/** Something to keep that counts how often it was made. */
const counter = () => {
  let made = 0;
  return async () => {
    made += 1;
    return made;
  };
};

describe('what is kept', () => {
  test('callers that come at once share one making', async () => {
    const kept = cacheFor<number>(1);
    const make = counter();
    expect(await Promise.all([kept('a', at(0), make), kept('a', at(0), make)])).toEqual([1, 1]);
  });

  test('stands for its seconds and no longer', async () => {
    const kept = cacheFor<number>(1);
    const make = counter();
    const times = [0, 0.999, 1, 1.5, 2];
    const seen: number[] = [];
    for (const time of times) seen.push(await kept('a', at(time), make));
    expect(seen).toEqual([1, 1, 2, 2, 3]);
  });

  test('does not outlive a clock that is set back', async () => {
    const kept = cacheFor<number>(1);
    const make = counter();
    await kept('a', at(100), make);
    expect(await kept('a', at(0), make)).toBe(2);
  });

  test('is kept by its key', async () => {
    const kept = cacheFor<number>(1);
    const make = counter();
    expect([
      await kept('a', at(0), make),
      await kept('b', at(0), make),
      await kept('a', at(0), make),
    ]).toEqual([1, 2, 1]);
  });

  test('is forgotten when the making failed', async () => {
    const kept = cacheFor<number>(1);
    await expect(kept('a', at(0), () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await kept('a', at(0), counter())).toBe(1);
  });

  test('is at most so many, the oldest goes first', async () => {
    const kept = cacheFor<string>(1, 2);
    const made: string[] = [];
    for (const key of ['a', 'b', 'c', 'b', 'a']) {
      await kept(key, at(0), async () => {
        made.push(key);
        return key;
      });
    }
    expect(made).toEqual(['a', 'b', 'c', 'a']);
  });
});

describe('sending', () => {
  const app = Fastify();
  const text = '課程'.repeat(1000);
  const [long, short] = [prepareJson({ text }, 10), prepareJson({ text: '課' }, 0)];
  app.get('/long', (request, reply) => sendPrepared(request, reply, long));
  app.get('/short', (request, reply) => sendPrepared(request, reply, short));
  app.get('/missing', (request, reply) => sendPrepared(request, reply.code(404), long));
  afterAll(() => app.close());

  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

  test.each([
    [{}, undefined],
    [{ 'accept-encoding': 'identity' }, undefined],
    [{ 'accept-encoding': 'gzip, deflate, br, zstd' }, 'br'],
    [{ 'accept-encoding': 'br;q=1.0, gzip;q=0.8' }, 'br'],
    [{ 'accept-encoding': 'gzip, br;q=0' }, 'gzip'],
    [{ 'accept-encoding': 'GZIP' }, 'gzip'],
    [{ 'accept-encoding': 'br;q=0, gzip;q=0' }, undefined],
    [{ 'accept-encoding': 'xbr, zgzip' }, undefined],
  ])('%j is answered in %s', async (headers, encoding) => {
    const answer = await get('/long', headers);
    expect(answer.headers['content-encoding']).toBe(encoding);
    const bytes = answer.rawPayload;
    const json =
      encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;
    expect(JSON.parse(json.toString())).toEqual({ text });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=10',
      vary: 'accept-encoding, authorization',
      'content-length': String(bytes.length),
    });
  });

  test('a short answer is not worth compressing', async () => {
    const answer = await get('/short', { 'accept-encoding': 'br' });
    expect(answer.headers).not.toHaveProperty('content-encoding');
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache' });
  });

  test('who still has it is told so, whatever encoding they have it in', async () => {
    const { etag } = (await get('/long')).headers;
    for (const tag of [etag, `"other", ${etag}`, String(etag).replace('W/', ''), '*']) {
      const answer = await get('/long', { 'if-none-match': String(tag), 'accept-encoding': 'br' });
      expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([304, '', etag]);
    }
    expect((await get('/long', { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  test('what is not there is never "not modified"', async () => {
    const { etag } = (await get('/long')).headers;
    expect((await get('/missing', { 'if-none-match': String(etag) })).statusCode).toBe(404);
  });
});
