import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerInTurn } from './connections.ts';

let app: FastifyInstance;
let begun: string[];
/** Every answer but that of `/quick` waits for it. */
let released: PromiseWithResolvers<void>;
beforeEach(async () => {
  app = Fastify({ forceCloseConnections: true });
  answerInTurn(app);
  begun = [];
  released = Promise.withResolvers();
  app.get('/:name', async ({ url }) => {
    begun.push(url);
    if (url !== '/quick') await released.promise;
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

const openConnections = (): Promise<number> => promisify(app.server.getConnections.bind(app.server))();

/** Whatever the server was to begin before this, it has begun. */
const answerElsewhere = async () => {
  const socket = await open();
  socket.write(request('/quick', 'close'));
  await text(socket);
};

const request = (path: string, connection = 'keep-alive') =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: ${connection}\r\n\r\n`;

test('the requests of a connection are answered one by one, in their order', async () => {
  const socket = await open();
  socket.write(request('/first') + request('/quick') + request('/third', 'close'));
  await answerElsewhere();
  expect(begun).toEqual(['/first', '/quick']);
  released.resolve();
  const answers = await text(socket);
  expect(answers.match(/<.*?>/g)).toEqual(['</first>', '</quick>', '</third>']);
});

test('the requests of two connections do not wait for each other', async () => {
  const sockets = [await open(), await open()];
  for (const socket of sockets) socket.write(request('/first', 'close'));
  await expect.poll(() => begun).toEqual(['/first', '/first']);
  released.resolve();
  await Promise.all(sockets.map(text));
});

test('sixteen requests may wait', async () => {
  const socket = await open();
  const slow = Array.from({ length: 16 }, () => request('/slow')).join('');
  socket.write(slow + request('/slow', 'close'));
  await answerElsewhere();
  released.resolve();
  expect((await text(socket)).match(/<.*?>/g)).toHaveLength(17);
});

test('a seventeenth request that would wait ends the connection', async () => {
  const socket = await open();
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  socket.write(Array.from({ length: 18 }, () => request('/slow')).join(''));
  await closed;
});

test('requests that wait are dropped when the client disconnects', async () => {
  const socket = await open();
  socket.write(request('/first') + request('/second') + request('/third'));
  await expect.poll(() => begun).toEqual(['/first']);
  socket.destroy();
  await expect.poll(openConnections).toBe(0);
  released.resolve();
  await answerElsewhere();
  expect(begun).toEqual(['/first', '/quick']);
});
