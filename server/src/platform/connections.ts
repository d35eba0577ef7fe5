import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How many requests may wait on a connection. Few, because browsers and proxies do not pipeline. */
const WAITING_MAX = 16;

/** Answers the requests of a connection one by one: a client that never reads holds one answer in memory, not thousands. */
export const answerInTurn = (app: FastifyInstance) => {
  const lines = new WeakMap<Socket, (() => void)[]>();

  const leave = (socket: Socket) => {
    const next = socket.destroyed ? undefined : lines.get(socket)?.shift();
    if (next) next();
    else lines.delete(socket);
  };

  const begin = (socket: Socket, response: ServerResponse, done: () => void) => {
    response.once('close', () => leave(socket));
    done();
  };

  app.addHook('onRequest', ({ raw: { socket } }, { raw: response }, done) => {
    const line = lines.get(socket);
    if (!line) {
      lines.set(socket, []);
      begin(socket, response, done);
    } else if (line.length < WAITING_MAX) {
      line.push(() => begin(socket, response, done));
    } else {
      socket.destroy();
    }
  });
};
