import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    isUpload?: boolean;
  }
}

/** In bytes per second: 10 MB in five minutes. */
const SLOWEST_UPLOAD = 32 * 1024;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

const lateError = () => Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

/** Lets an upload take longer while it keeps the minimum speed; Node has only one limit for all requests. */
export const limitBodies = (app: FastifyInstance, limit: number): void => {
  const enough = (SLOWEST_UPLOAD * limit) / 1000;

  const watch = (raw: IncomingMessage, isUpload: boolean): void => {
    const { socket } = raw;
    let before = socket.bytesRead;
    const timer = setInterval(() => {
      const arrived = socket.bytesRead - before;
      before = socket.bytesRead;
      if (raw.complete || (isUpload && arrived >= enough)) return;
      // Once: the client still reads the answer.
      clearInterval(timer);
      app.server.emit('clientError', lateError(), socket);
    }, limit);
    raw.once('close', () => clearInterval(timer));
  };

  app.addHook('onRequest', (request, _, done) => {
    const { raw } = request;
    // An injected request has no connection. Read `routeOptions` last: Fastify builds it on each access.
    if (hasBody(raw) && raw.socket instanceof Socket)
      watch(raw, request.routeOptions.config.isUpload ?? false);
    done();
  });
};
