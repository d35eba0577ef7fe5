import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerInTurn } from './connections.ts';

const TIME = 200;

let app: FastifyInstance;
let begun: string[];
let atOnce: number;
let mostAtOnce: number;
beforeEach(async () => {
  app = Fastify({ forceCloseConnections: true });
  answerInTurn(app);
  [begun, atOnce, mostAtOnce] = [[], 0, 0];
  app.get('/:name', async ({ url }) => {
    begun.push(url);
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    await sleep(url === '/quick' ? 0 : TIME);
    atOnce -= 1;
    return `<${url}>`;
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => app.close());

const open = async (): Promise<Socket> => {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
};

const request = (path: string, connection = 'keep-alive') =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: ${connection}\r\n\r\n`;

test('the requests of a connection are answered one by one, in their order', async () => {
  const socket = await open();
  socket.write(request('/first') + request('/quick') + request('/third', 'close'));
  const answers = await text(socket);
  expect(answers.match(/<.*?>/g)).toEqual(['</first>', '</quick>', '</third>']);
  expect(mostAtOnce).toBe(1);
});

test('the requests of two connections do not wait for each other', async () => {
  const sockets = [await open(), await open()];
  for (const socket of sockets) socket.write(request('/first', 'close'));
  await Promise.all(sockets.map(text));
  expect(mostAtOnce).toBe(2);
});

test.each([
  ['sixteen requests may wait', 17, false],
  ['a seventeenth request that would wait ends the connection', 18, true],
])('%s', async (_, count, ends) => {
  const socket = await open();
  socket.on('error', () => {});
  const closed = once(socket, 'close').then(() => true);
  socket.write(Array.from({ length: count }, () => request('/slow')).join(''));
  // Far less than seventeen answers take, and enough for a busy machine to close the connection.
  const wasClosed = await Promise.race([closed, sleep(5 * TIME, false)]);
  expect(wasClosed).toBe(ends);
  socket.destroy();
});

test('requests that wait are dropped when the client disconnects', async () => {
  const socket = await open();
  socket.write(request('/first') + request('/second') + request('/third'));
  await vi.waitUntil(() => begun.length > 0);
  socket.destroy();
  await sleep(3 * TIME);
  expect(begun).toEqual(['/first']);
});
