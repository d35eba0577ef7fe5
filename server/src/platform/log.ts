import type { FastifyInstance } from 'fastify';
import pino, { type DestinationStream, type Logger } from 'pino';
import { violatedConstraint } from './database.ts';

export type Log = Logger;

const frames = ({ stack = '', message }: Error): string =>
  stack
    .replace(message, '')
    .split('\n')
    .filter((line) => /^\s+at .+:\d+:\d+\)?$/.test(line))
    .join('\n');

/** Without the message, which may contain personal data. */
const describe = (error: unknown): object => {
  if (!(error instanceof Error)) return { type: typeof error };
  return {
    type: error.name,
    code: 'code' in error ? error.code : undefined,
    constraint: violatedConstraint(error),
    stack: frames(error),
    cause: error.cause instanceof Error ? describe(error.cause) : undefined,
  };
};

/** True if an error is logged without a message; pino would then log the error's own. */
const wordless = ([first, word]: unknown[]): boolean =>
  typeof first === 'object' &&
  word === undefined &&
  (first instanceof Error || (first !== null && 'err' in first));

/** Without bodies, queries, tokens or identity numbers. */
export const createLog = (level: string, to?: DestinationStream): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describe, error: describe },
      // The multipart parser logs headers at level `trace`.
      redact: ['*.headers'],
      hooks: {
        logMethod(said, method) {
          method.apply(this, wordless(said) ? [said[0], 'error'] : said);
        },
      },
    },
    to ?? pino.destination(),
  );

/** With the route pattern: the URL may contain personal codes. */
export const logAnswers = (app: FastifyInstance) => {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    });
  });
};
