import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { refusals } from '@portal/contract/errors';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { close, holdPort } from './listen.ts';

/** More than the way to a client holds. */
const longAnswer = () => Readable.from(Array.from({ length: 1024 }, () => Buffer.alloc(64 * 1024)));

const serveSomething = async () => {
  const app = Fastify({ return503OnClosing: false, keepAliveTimeout: 200 });
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  app.get('/long', async () => longAnswer());
  app.get('/slow', async () => {
    begun.resolve();
    await released.promise;
    return 'done';
  });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const ask = (path: string) => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: portal\r\n\r\n`);
    return socket;
  };
  return { app, ask, begun: begun.promise, release: released.resolve };
};

test('a client that does not read its answer does not delay the stop', async () => {
  const { app, ask } = await serveSomething();
  const stalled = ask('/long');
  await once(stalled, 'readable');
  // The client never reads on: nothing but the time limit ends this.
  await close(app, { within: 100 });
  stalled.destroy();
});

test('requests in flight are answered before the stop', async () => {
  const { app, ask, begun, release } = await serveSomething();
  const answered = once(ask('/slow').setEncoding('utf8'), 'data');
  await begun;
  const closed = close(app, { within: 3_600_000 });
  release();
  expect(String(await answered)).toContain('done');
  await closed;
});

test('the port is held while the portal starts: it answers 503, and is free afterwards', async () => {
  const { app } = await serveSomething();
  const port = Number(new URL(app.listeningOrigin).port);
  const place = { host: '127.0.0.1', port, listenEarly: true };
  await expect(holdPort(place)).rejects.toThrow(/PORT/);
  await app.close();
  const free = await holdPort(place);
  const ask = (path: string, accept = '*/*') =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept } });
  const ready = await ask('/readyz');
  expect([ready.status, ready.headers.get('retry-after'), (await ask('/healthz')).status]).toEqual([
    503,
    '2',
    200,
  ]);
  expect(await ready.json()).toEqual({ code: 'unavailable', message: refusals.unavailable.text });
  const page = await ask('/', 'text/html');
  expect(page.status).toBe(503);
  expect(await page.text()).toContain('啟動中');
  await free();
  const next = Fastify();
  await next.listen(place);
  await next.close();
});

test('without early listening a taken port is reported, and a free one refuses connections until the portal is ready', async () => {
  const { app } = await serveSomething();
  const port = Number(new URL(app.listeningOrigin).port);
  const place = { host: '127.0.0.1', port, listenEarly: false };
  await expect(holdPort(place)).rejects.toThrow(/PORT/);
  await app.close();
  const free = await holdPort(place);
  const refused = fetch(`http://127.0.0.1:${port}/readyz`, { method: 'POST' });
  await expect(refused).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  await free();
});
