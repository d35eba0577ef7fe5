import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limitBodies } from './slow-bodies.ts';

/** In milliseconds. */
const LIMIT = 100;

let app: FastifyInstance;
let url: string;
beforeAll(async () => {
  app = Fastify({ forceCloseConnections: true });
  limitBodies(app, LIMIT);
  app.addHook('onRequest', () => sleep(4 * LIMIT));
  app.post('/', async () => 'done');
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const send = async () => {
  const response = await fetch(url, { method: 'POST', body: 'text', headers: { connection: 'close' } });
  return response.text();
};

test('a body that has arrived may wait longer than the limit until it is read', async () => {
  expect(await send()).toBe('done');
});

test('the watch of a body ends with its request', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  await send();
  await sleep(LIMIT);
  const before = timers();
  for (let n = 0; n < 5; n++) await send();
  await sleep(LIMIT);
  expect(timers()).toBeLessThan(before + 5);
});

test('a body that does not arrive is reported once, so that the answer can be read', async () => {
  let reports = 0;
  const late = Fastify({
    forceCloseConnections: true,
    clientErrorHandler: () => {
      reports += 1;
    },
  });
  limitBodies(late, LIMIT);
  late.post('/', async () => 'done');
  const { port } = new URL(await late.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(
    'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nslow',
  );
  await expect.poll(() => reports).toBe(1);
  await sleep(3 * LIMIT);
  expect(reports).toBe(1);
  socket.destroy();
  await late.close();
});
