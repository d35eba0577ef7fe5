import type { FastifyInstance } from 'fastify';
import pino, { type DestinationStream, type Logger } from 'pino';
import { violatedConstraint } from '../database/violated-constraint.ts';

export type Log = Logger;

const frames = ({ stack = '', message }: Error): string =>
  stack
    .replace(message, '')
    .split('\n')
    .filter((line) => /^\s+at .+:\d+:\d+\)?$/.test(line))
    .join('\n');

/** Describes an error without its message, which may contain personal data. */
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

/** Whether an error is logged without a message: pino would then log the message of the error. */
const lacksMessage = ([first, message]: unknown[]): boolean =>
  typeof first === 'object' &&
  message === undefined &&
  (first instanceof Error || (first !== null && 'err' in first));

/** The log contains no bodies, queries, tokens or identity numbers. */
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
        logMethod(args, method) {
          method.apply(this, lacksMessage(args) ? [args[0], 'error'] : args);
        },
      },
    },
    to ?? pino.destination(),
  );

/** Logs the pattern of the route instead of the URL, which may contain personal codes. */
export const logAnswers = (app: FastifyInstance) => {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info({
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    });
    done();
  });
};
