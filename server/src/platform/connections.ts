import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** As many requests of one connection may wait for their turn. Browsers and proxies send none ahead. */
const MOST_WAITING = 16;

/**
 * Begins a pipelined request when the answer before it is out. A client that sends requests and never reads then holds
 * one answer with its file and memory, not thousands; one that sends too many ahead is disconnected.
 */
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
    } else if (line.length < MOST_WAITING) {
      line.push(() => begin(socket, response, done));
    } else {
      socket.destroy();
    }
  });
};
