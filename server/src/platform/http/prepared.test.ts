import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import {
  answersByUrl,
  cacheFor,
  prepareJson,
  sendJson,
  sendPrepared,
  sendUncached,
  UncachedAnswer,
} from './prepared.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 11, 1) + seconds * 1000);

/** Something to keep that counts how often it was made. */
const counter = () => {
  let made = 0;
  return async () => {
    made += 1;
    return made;
  };
};

describe('a cached value', () => {
  test('is computed once for simultaneous callers', async () => {
    const cached = cacheFor<number>(1);
    const make = counter();
    expect(await Promise.all([cached('a', at(0), make), cached('a', at(0), make)])).toEqual([1, 1]);
  });

  test('is kept for the given seconds and no longer', async () => {
    const cached = cacheFor<number>(1);
    const make = counter();
    const times = [0, 0.999, 1, 1.5, 2];
    const seen: number[] = [];
    for (const time of times) seen.push(await cached('a', at(time), make));
    expect(seen).toEqual([1, 1, 2, 2, 3]);
  });

  test('does not outlive a clock that is set back', async () => {
    const cached = cacheFor<number>(1);
    const make = counter();
    await cached('a', at(100), make);
    expect(await cached('a', at(0), make)).toBe(2);
  });

  test('is kept for its key alone', async () => {
    const cached = cacheFor<number>(1);
    const make = counter();
    expect([
      await cached('a', at(0), make),
      await cached('b', at(0), make),
      await cached('a', at(0), make),
    ]).toEqual([1, 2, 1]);
  });

  test('is forgotten if its computation failed', async () => {
    const cached = cacheFor<number>(1);
    await expect(cached('a', at(0), () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await cached('a', at(0), counter())).toBe(1);
  });

  test('is not forgotten if an older computation fails later', async () => {
    const cached = cacheFor<number>(1);
    const make = counter();
    let fail = (_: Error) => {};
    const older = cached('a', at(0), () => new Promise((_, reject) => (fail = reject)));
    await cached('a', at(2), make);
    fail(new Error('away'));
    await expect(older).rejects.toThrow('away');
    expect(await cached('a', at(2.5), make)).toBe(1);
  });

  test('counts as the youngest when it is computed again', async () => {
    const cached = cacheFor<string>(1, 2);
    const made: string[] = [];
    const calls = [
      ['a', 0],
      ['b', 0.5],
      ['a', 1],
      ['c', 1.2],
      ['a', 1.3],
    ] as const;
    for (const [key, time] of calls) {
      await cached(key, at(time), async () => {
        made.push(key);
        return key;
      });
    }
    expect(made).toEqual(['a', 'b', 'a', 'c']);
  });

  test('is dropped, the oldest first, beyond the limit', async () => {
    const cached = cacheFor<string>(1, 2);
    const made: string[] = [];
    for (const key of ['a', 'b', 'c', 'b', 'a']) {
      await cached(key, at(0), async () => {
        made.push(key);
        return key;
      });
    }
    expect(made).toEqual(['a', 'b', 'c', 'a']);
  });
});

describe('answers by URL', () => {
  const made = new Date('2026-12-01T02:00:00Z');
  const after = (milliseconds: number) => new Date(made.getTime() + milliseconds);
  const answer = prepareJson('list', 1, made);

  test.each([
    ['at the moment it was made', 0, true],
    ['until the last moment of its second', 999, true],
    ['at no moment after its second', 1000, false],
    ['at no moment before it was made, after the clock was set back', -1, false],
  ])('an answer that is fresh for a second is found %s', (_, later, found) => {
    const answers = answersByUrl();
    answers.keep('/a', answer, made);
    expect(answers.find('/a', after(later))).toBe(found ? answer : null);
    expect(answers.find('/b', after(later))).toBeNull();
  });

  test('an answer without a time, an old one and one with a long URL are not kept', () => {
    const answers = answersByUrl();
    answers.keep('/a', prepareJson('list', 1), made);
    answers.keep('/b', answer, after(1000));
    answers.keep(`/${'x'.repeat(200)}`, answer, made);
    expect(['/a', '/b', `/${'x'.repeat(200)}`].map((url) => answers.find(url, made))).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('an answer with the longest URL is kept', () => {
    const answers = answersByUrl();
    const url = '/'.padEnd(200, 'x');
    answers.keep(url, answer, made);
    expect(answers.find(url, made)).toBe(answer);
  });

  test('at most 200 are kept, the newest; an answer that is not kept displaces none', () => {
    const answers = answersByUrl();
    for (let n = 0; n <= 200; n++) answers.keep(`/${n}`, answer, made);
    answers.keep('/1', answer, made);
    answers.keep('/201', answer, made);
    answers.keep('/old', prepareJson('list', 1, after(-1000)), made);
    expect(['/0', '/1', '/2', '/3'].map((url) => answers.find(url, made))).toEqual([
      null,
      answer,
      null,
      answer,
    ]);
  });
});

describe('sending', () => {
  const app = Fastify();
  const text = '課程'.repeat(1000);
  const [long, short] = [prepareJson({ text }, 10), prepareJson({ text: '課' }, 0)];
  app.get('/long', (request, reply) => sendPrepared(request, reply, long));
  app.get('/short', (request, reply) => sendPrepared(request, reply, short));
  app.get('/missing', (request, reply) => sendPrepared(request, reply.code(404), long));
  // As JSON, the first is one byte too short to be compressed and the second just long enough.
  const [tooShort, enough] = [12, 11].map((rest) => ({ text: 'x'.repeat(4096 - rest) }));
  app.get('/own/long', (request, reply) => sendJson(request, reply, { text }));
  app.get('/own/short', (request, reply) => sendJson(request, reply, tooShort));
  app.get('/own/enough', (request, reply) => sendJson(request, reply, enough));
  app.get('/shared/short', (request, reply) => sendPrepared(request, reply, prepareJson(tooShort, 1)));
  app.get('/shared/enough', (request, reply) => sendPrepared(request, reply, prepareJson(enough, 1)));
  app.get('/uncached', (request, reply) => sendUncached(request, reply, new UncachedAnswer(long)));
  afterAll(() => app.close());

  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

  test.each([
    [{}, undefined],
    [{ 'accept-encoding': 'identity' }, undefined],
    [{ 'accept-encoding': 'gzip, deflate, br, zstd' }, 'br'],
    [{ 'accept-encoding': 'br;q=1.0, gzip;q=0.8' }, 'br'],
    [{ 'accept-encoding': 'gzip, br;q=0' }, 'gzip'],
    [{ 'accept-encoding': 'gzip;q=1.0, br;q=0.2' }, 'gzip'],
    [{ 'accept-encoding': '*' }, 'br'],
    [{ 'accept-encoding': '*;q=0' }, undefined],
    [{ 'accept-encoding': 'GZIP' }, 'gzip'],
    [{ 'accept-encoding': 'br;q=0, gzip;q=0' }, undefined],
    [{ 'accept-encoding': 'xbr, zgzip' }, undefined],
  ])('a request with %j is answered with the encoding %s', async (headers, encoding) => {
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

  test.each([
    ['/own/long', 'br', 'br'],
    ['/own/long', 'gzip', 'gzip'],
    ['/own/long', 'identity', undefined],
    ['/own/short', 'br', undefined],
    ['/own/enough', 'br', 'br'],
    ['/shared/short', 'br', undefined],
    ['/shared/enough', 'br', 'br'],
  ])('%s, if the client accepts %s, is answered in %s', async (url, taken, encoding) => {
    const { headers } = await get(url, { 'accept-encoding': taken });
    expect(headers['content-encoding']).toBe(encoding);
  });

  test.each(['br', 'gzip', 'identity'])('an answer for one caller is not cached, in %s', async (taken) => {
    const { headers, rawPayload } = await get('/own/long', { 'accept-encoding': taken });
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(headers.vary).toBe(taken === 'identity' ? undefined : 'accept-encoding');
    const json = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }[taken];
    expect(JSON.parse(String(json?.(rawPayload)))).toEqual({ text });
  });

  test('a shared answer that the caller must not cache has no ETag', async () => {
    const { headers } = await get('/uncached');
    expect(headers).toMatchObject({ 'cache-control': 'no-store', vary: 'accept-encoding, authorization' });
    expect(headers).not.toHaveProperty('etag');
  });

  test('is compressed only once', () => {
    const prepared = prepareJson({ text }, 10);
    expect(prepared.encoded('br')).toBe(prepared.encoded('br'));
  });

  test('a client with a current copy gets 304, whatever its encoding', async () => {
    const { etag } = (await get('/long')).headers;
    for (const tag of [etag, `"other", ${etag}`, String(etag).replace('W/', ''), '*']) {
      const answer = await get('/long', { 'if-none-match': String(tag), 'accept-encoding': 'br' });
      expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([304, '', etag]);
    }
    expect((await get('/long', { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  test('a missing page is never answered with 304', async () => {
    const { etag } = (await get('/long')).headers;
    expect((await get('/missing', { 'if-none-match': String(etag) })).statusCode).toBe(404);
  });
});
