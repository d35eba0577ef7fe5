import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { close } from './listen.ts';

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
