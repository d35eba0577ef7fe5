import type { FastifyInstance } from 'fastify';
import pino, { type Logger } from 'pino';
import { sqlState, violatedConstraint } from './database.ts';

export type Log = Logger;

const frames = (error: Error): string =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');

/** An error without what it was about: messages of the database carry people's data, stacks and codes do not. */
const describe = (error: unknown) => {
  if (!(error instanceof Error)) return { type: typeof error };
  const state = sqlState(error);
  return {
    type: error.name,
    message: state
      ? `SQLSTATE ${state}`
      : error.name === 'DrizzleQueryError'
        ? 'query failed'
        : error.message,
    constraint: violatedConstraint(error),
    stack: frames(error),
    cause: error.cause instanceof Error ? frames(error.cause) : undefined,
  };
};

/** JSON lines on standard output; no bodies, no queries, no tokens, no identity numbers. */
export const createLog = (level: string): Log =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describe, error: describe },
  });

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
