import { once } from 'node:events';
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { close } from './listen.ts';

/** More than the way to a client holds. */
const longAnswer = () => Readable.from(Array.from({ length: 1024 }, () => Buffer.alloc(64 * 1024)));

const serveSomething = async () => {
  const app = Fastify({ return503OnClosing: false, keepAliveTimeout: 200 });
  app.get('/long', async () => longAnswer());
  app.get('/slow', async () => {
    await sleep(300);
    return 'done';
  });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const ask = (path: string) => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: portal\r\n\r\n`);
    return socket;
  };
  return { app, ask };
};

test('a client that does not read its answer does not delay the stop', async () => {
  const { app, ask } = await serveSomething();
  const stalled = ask('/long');
  await once(stalled, 'readable');
  const asked = performance.now();
  await close(app, { within: 500 });
  expect(performance.now() - asked).toBeGreaterThan(400);
  expect(performance.now() - asked).toBeLessThan(3_000);
  stalled.destroy();
});

test('requests in flight are answered before the stop', async () => {
  const { app, ask } = await serveSomething();
  const answered = once(ask('/slow').setEncoding('utf8'), 'data');
  await sleep(100);
  await close(app, { within: 2_000 });
  expect(String(await answered)).toContain('done');
});
