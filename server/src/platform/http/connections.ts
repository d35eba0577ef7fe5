import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How many requests may wait on a connection. Few, because browsers and proxies do not pipeline. */
const WAITING_MAX = 16;

interface Line {
  isAnswering: boolean;
  readonly waiting: (() => void)[];
}

/** Answers the requests of a connection one by one: a client that never reads holds one answer in memory, not thousands. */
export const answerInTurn = (app: FastifyInstance) => {
  const lines = new WeakMap<Socket, Line>();

  /** One for each connection, not for each request: every call passes here. */
  const lineOf = (socket: Socket): Line => {
    const known = lines.get(socket);
    if (known) return known;
    const line = { isAnswering: false, waiting: [] };
    lines.set(socket, line);
    return line;
  };

  const begin = (line: Line, { socket }: IncomingMessage, response: ServerResponse, done: () => void) => {
    line.isAnswering = true;
    response.once('close', () => {
      line.isAnswering = false;
      if (!socket.destroyed) line.waiting.shift()?.();
    });
    done();
  };

  app.addHook('onRequest', ({ raw: request }, { raw: response }, done) => {
    const line = lineOf(request.socket);
    if (!line.isAnswering) begin(line, request, response, done);
    else if (line.waiting.length < WAITING_MAX) line.waiting.push(() => begin(line, request, response, done));
    else request.socket.destroy();
  });
};
