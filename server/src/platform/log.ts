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

/** What kind of error, with its code, and where. Its message is left out: it can say whom it was about. */
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

/** Whoever logs an error without a word: pino would take the error's message for one. */
const wordless = ([first, word]: unknown[]): boolean =>
  typeof first === 'object' &&
  word === undefined &&
  (first instanceof Error || (first !== null && 'err' in first));

/** JSON lines on standard output; no bodies, no queries, no tokens, no identity numbers. */
export const createLog = (level: string, to?: DestinationStream): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describe, error: describe },
      // The parser of forms tells the headers at the level `trace`.
      redact: ['*.headers'],
      hooks: {
        logMethod(said, method) {
          method.apply(this, wordless(said) ? [said[0], 'error'] : said);
        },
      },
    },
    to ?? pino.destination(),
  );

/** One line per answer: the route's pattern, never the address itself, which may carry somebody's codes. */
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
