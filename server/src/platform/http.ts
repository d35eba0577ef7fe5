import { createHash } from 'node:crypto';
import fastifyMultipart from '@fastify/multipart';
import type {
  Access,
  AnswerOf,
  BodyOf,
  Endpoint,
  FileRule,
  ParamsOf,
  QueryOf,
} from '@portal/contract/endpoint';
import type { RefusalCode } from '@portal/contract/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { isDatabaseAway, sqlState } from './database.ts';
import { Download, sendDownload } from './download.ts';
import { invalid, Refusal, refusalAnswer } from './errors.ts';
import { isStorageAway } from './files.ts';
import { hashBody, type IdempotencyKey } from './idempotency.ts';
import { type Limit, limitConcurrency } from './limit.ts';
import { Prepared, sendJson, sendPrepared, sendUncached, UncachedAnswer } from './prepared.ts';

/** The actor type for each access level of an audience: `{ public: Trainee | null; trainee: Trainee }`. */
export type Actors = Partial<Record<Access, unknown>>;
type EndpointFor<A extends Actors> = Endpoint & { readonly access: keyof A & Access };

export interface Admission<Actor> {
  readonly actor: Actor;
  /** The owner of the caller's idempotency keys: `account:12`. */
  readonly owner: string;
}

/** Authenticates the caller. Throws the refusal if they may not make the call. Each audience has its own gate. */
export type Gate<A extends Actors> = (
  request: FastifyRequest,
  endpoint: EndpointFor<A>,
  now: Date,
) => Promise<Admission<A[keyof A]>>;

/** The file of a multipart body, held in memory. */
export interface Upload {
  readonly bytes: Buffer;
  /** The client's name for it: not to be trusted. */
  readonly name: string;
}

export interface Call<E extends Endpoint, A extends Actors> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly file: Upload | null;
  readonly actor: A[E['access'] & keyof A];
  readonly idempotency: IdempotencyKey | null;
  /** The caller's IP address. Forwarded addresses count only from trusted proxies. */
  readonly address: string;
  readonly userAgent: string;
  readonly now: Date;
}

export class AnswerWithHeaders<T> {
  readonly answer: T;
  readonly headers: Readonly<Record<string, string>>;

  constructor(answer: T, headers: Readonly<Record<string, string>>) {
    this.answer = answer;
    this.headers = headers;
  }
}

export type Handler<E extends Endpoint, A extends Actors> = (
  call: Call<E, A>,
) => Promise<AnswerOf<E> | AnswerWithHeaders<AnswerOf<E>> | Prepared | UncachedAnswer | Download>;
export interface EndpointRegistrar<A extends Actors> {
  <const E extends EndpointFor<A>>(endpoint: E, handler: Handler<E, A>): void;
  /** The registered endpoints, for the API description. */
  readonly endpoints: readonly Endpoint[];
}

interface HttpOptions {
  clock(): Date;
  /** Validates every answer against the contract before sending it. Slow, for tests. */
  checkAnswers?: boolean;
  /** Limits how many forms with files are read at once, because each is held in memory. */
  uploads?: Limit;
}

const MEGABYTE = 1024 * 1024;
/** Bytes. Forms that allow larger files wait in a separate queue. */
const LARGE_FILE = 5 * MEGABYTE;
export const JSON_LIMIT = 256 * 1024;
/** Up to this many times the limit of its file a form is read, so that the error stands under the field. */
const FORM_TO_FILE = 2;
/** Bytes of an oversized body that are read and discarded, so that the client receives the answer. */
const DRAIN_LIMIT = 50 * MEGABYTE;
/** Bytes. Longer than any field allows, so that the field's own validation reports the length. */
const FIELD_LIMIT = 16 * 1024;
/** The multipart parser has no such limit of its own. */
const FIELD_NAME_LIMIT = 100;

declare module 'fastify' {
  interface FastifyRequest {
    admission: Admission<unknown> | null;
    clientAddress: string;
    /** The code of the refusal that answered the request. */
    refusal: RefusalCode | null;
  }
}

/** Saves each caller's address: the socket loses it on disconnect, which may happen before the body is read. */
export const keepClientAddresses = (app: FastifyInstance) => {
  app.decorateRequest('clientAddress', '');
  app.addHook('onRequest', (request, _, done) => {
    const address: string | undefined = request.ip;
    request.clientAddress = address ?? '';
    done(address === undefined ? new Refusal('broken_body') : undefined);
  });
};

const fieldErrors = (error: z.core.$ZodError): Record<string, string[]> => {
  const errors: Record<string, string[]> = {};
  for (const { path, message } of error.issues) {
    const field = String(path[0] ?? 'body');
    errors[field] = [...(errors[field] ?? []), message];
  }
  return errors;
};

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Levels of JSON. Hashing a body for its `Idempotency-Key` would overflow the stack at some thousand. */
const DEPTH_LIMIT = 32;

const refuseDepth = (body: unknown): void => {
  let level = [body];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEPTH_LIMIT) throw new Refusal('broken_body');
    level = level.flatMap((value) => (typeof value === 'object' && value ? Object.values(value) : []));
  }
};

/** Validates a non-object as `{}`, to report the missing fields. Refuses it if `{}` is valid. */
const parseInput = (schema: z.ZodMiniType | undefined, value: unknown): unknown => {
  if (!schema) return undefined;
  const result = schema.safeParse(isObject(value) ? value : {});
  if (!result.success) throw invalid(fieldErrors(result.error));
  if (isObject(value ?? {})) return result.data;
  throw new Refusal('invalid', { field: 'body' });
};

/** Reads a multipart body: field values by name (text, or parsed JSON if the part says so) and the file in `file`. */
const readParts = async (
  request: FastifyRequest,
  { maxBytes, notAFile }: FileRule,
): Promise<{ body: unknown; file: Upload | null }> => {
  const body: Record<string, unknown> = {};
  let file: Upload | null = null;
  for await (const part of request.parts({ limits: { fileSize: maxBytes } })) {
    if (part.type === 'file') {
      const bytes = await part.toBuffer();
      if (part.fieldname === 'file' && (bytes.length > 0 || part.filename)) {
        file = { bytes, name: part.filename ?? '' };
      }
    } else if (part.valueTruncated || part.fieldname.length > FIELD_NAME_LIMIT) {
      throw new Refusal('too_much');
    } else if (part.fieldname === 'file' && part.value !== '') {
      // A file sent without a file name arrives as a field; report it instead of dropping it.
      throw new Refusal(notAFile);
    } else {
      body[part.fieldname] = part.value;
    }
  }
  return { body, file };
};

/** Aborts if the client disconnects before its body is read. Nobody receives the refusal. */
const disconnectSignal = ({ raw }: FastifyRequest): AbortSignal => {
  const controller = new AbortController();
  const abort = () => controller.abort(new Refusal('broken_body'));
  if (raw.destroyed) abort();
  else raw.once('close', () => raw.readableEnded || abort());
  return controller.signal;
};

const readMultipart = async (request: FastifyRequest, rule: FileRule) => {
  if (Number(request.headers['content-length']) > FORM_TO_FILE * rule.maxBytes) {
    throw new Refusal('too_large');
  }
  try {
    return await readParts(request, rule);
  } catch (error) {
    throw asReadingRefusal(error, rule);
  }
};

/** Reads the form when its turn comes. Leaves the queue if the client disconnects; the parser handles a later disconnect. */
const readForm = (uploads: Limit, request: FastifyRequest, rule: FileRule) => {
  const disconnected = disconnectSignal(request);
  return uploads(() => readMultipart(request, rule), disconnected);
};

/** The idempotency key of the call, or null. Refuses an invalid key: the client relies on it. */
const idempotencyKey = (
  endpoint: Endpoint,
  request: FastifyRequest,
  { body, file }: { body: unknown; file: Upload | null },
): IdempotencyKey | null => {
  const key = request.headers['idempotency-key'];
  if (!endpoint.idempotent || !key) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) throw new Refusal('broken_body');
  return {
    field: endpoint.idempotent,
    owner: request.admission?.owner ?? 'guest',
    key,
    route: endpoint.path,
    // Includes path and query: the same body for another class is a different call.
    bodyHash: hashBody({
      params: request.params,
      query: request.query,
      body,
      file: file && createHash('sha256').update(file.bytes).digest('hex'),
    }),
  };
};

const asPlainAnswer = (answer: unknown): unknown => {
  if (answer instanceof UncachedAnswer) return asPlainAnswer(answer.prepared);
  return answer instanceof Prepared ? JSON.parse(answer.bytes.toString()) : answer;
};

/** Accepts JSON and multipart bodies. Call once, before creating registrars. */
export const acceptBodies = (app: FastifyInstance) => {
  app.decorateRequest('admission', null);
  app.register(fastifyMultipart, {
    limits: { files: 1, fields: 60, fieldSize: FIELD_LIMIT, parts: 61 },
    throwFileSizeLimit: true,
  });

  // Fastify accepts text/plain by default.
  app.removeContentTypeParser('text/plain');

  // An empty body with a JSON content type means no body.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parseJson(request, String(body), done),
  );
};

/** Returns a function that registers endpoints of an audience behind its gate. */
export const createEndpointRegistrar = <A extends Actors>(
  app: FastifyInstance,
  gate: Gate<A>,
  options: HttpOptions,
): EndpointRegistrar<A> => {
  const { uploads = limitConcurrency({ atOnce: 64, waiting: 200 }) } = options;
  const largeUploads = limitConcurrency({ atOnce: 16, waiting: 100 });
  const endpoints: Endpoint[] = [];
  const serve = <const E extends EndpointFor<A>>(endpoint: E, handler: Handler<E, A>) => {
    endpoints.push(endpoint);
    app.register(async (scope) => {
      scope.route({
        method: endpoint.method,
        url: endpoint.path,
        config: {
          allowedOnFullDisk: endpoint.allowedOnFullDisk ?? false,
          isUpload: endpoint.multipart !== undefined,
        },
        onRequest: async (request) => {
          request.admission = await gate(request, endpoint, options.clock());
        },
        handler: async (request, reply) => {
          const { multipart } = endpoint;
          if (request.isMultipart() !== (multipart !== undefined)) throw new Refusal('unsupported_type');
          const form = multipart
            ? await readForm(multipart.maxBytes > LARGE_FILE ? largeUploads : uploads, request, multipart)
            : { body: request.body, file: null };
          const body = parseInput(endpoint.body, form.body);
          refuseDepth(form.body);
          const result = await handler({
            params: parseInput(endpoint.params, request.params),
            query: parseInput(endpoint.query, request.query),
            body,
            file: form.file,
            actor: request.admission?.actor,
            idempotency: idempotencyKey(endpoint, request, form),
            address: request.clientAddress,
            userAgent: request.headers['user-agent'] ?? '',
            now: options.clock(),
          } as Call<typeof endpoint, A>);
          const answer = result instanceof AnswerWithHeaders ? result.answer : result;
          if (result instanceof AnswerWithHeaders) reply.headers(result.headers);
          if (answer instanceof Download) return sendDownload(reply, answer);
          if (options.checkAnswers) {
            endpoint.answer.parse(asPlainAnswer(answer));
          }
          if (answer instanceof Prepared) return sendPrepared(request, reply, answer);
          if (answer instanceof UncachedAnswer) return sendUncached(request, reply, answer);
          if (!endpoint.answerType) return sendJson(request, reply, answer);
          if (!reply.hasHeader('content-type')) reply.type(endpoint.answerType);
          return reply.header('cache-control', 'no-store').send(answer);
        },
      });
    });
  };
  return Object.assign(serve, { endpoints });
};

const databaseRefusal = (state: string | undefined): Refusal | null => {
  if (!state) return null;
  if (/^(08|53|57P)/.test(state) || ['40001', '40P01', '55P03', '57014'].includes(state)) {
    return new Refusal('unavailable', { retryAfter: 2 });
  }
  return state.startsWith('22') ? new Refusal('invalid') : null;
};

const frameworkRefusal = (error: Partial<FastifyError>): Refusal | null => {
  if (error.code === 'FST_FILES_LIMIT') return new Refusal('too_many_files');
  if (error.statusCode === 413) return new Refusal('too_much');
  if (error.statusCode === 415 || error.statusCode === 406) return new Refusal('unsupported_type');
  if (error.statusCode === 404) return new Refusal('not_found');
  return error.statusCode && error.statusCode < 500 ? new Refusal('broken_body') : null;
};

/** The refusal that an error corresponds to; null for unexpected errors. */
export const asRefusal = (error: unknown): Refusal | null => {
  if (error instanceof Refusal) return error;
  if (!(error instanceof Error)) return null;
  return (
    databaseRefusal(sqlState(error)) ??
    (isStorageAway(error) ? new Refusal('unavailable', { retryAfter: 60 }) : null) ??
    (isDatabaseAway(error) ? new Refusal('unavailable', { retryAfter: 2 }) : null) ??
    frameworkRefusal(error)
  );
};

/**
 * Errors while reading a form come from the parser, not the database. Those for truncated or malformed forms carry no
 * status.
 */
const asReadingRefusal = (error: unknown, { tooLarge, maxBytes }: FileRule): Refusal => {
  if (error instanceof Refusal) return error;
  if (error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE') {
    return new Refusal(tooLarge, { values: { n: maxBytes / MEGABYTE } });
  }
  return (error instanceof Error && frameworkRefusal(error)) || new Refusal('broken_body');
};

/** The client disconnected. Its socket error has the same codes as a lost database connection. */
const isDisconnect = (error: unknown, { raw }: FastifyRequest): boolean =>
  raw.errored !== null && error === raw.errored;

/**
 * Drains the rest of the body so that the client receives the answer; closes the connection if the body is too long.
 */
const drainBody = (request: FastifyRequest, reply: FastifyReply) => {
  if (Number(request.headers['content-length']) <= DRAIN_LIMIT) request.raw.unpipe().resume();
  else reply.header('connection', 'close');
};

/** Sets `Retry-After` if the refusal has one. */
export const setRetryAfter = (reply: FastifyReply, { details }: Refusal) => {
  if (details.retryAfter) reply.header('retry-after', String(details.retryAfter));
};

const codeOf = (error: unknown): unknown => {
  for (let at = error; at instanceof Error; at = at.cause) if ('code' in at) return at.code;
  return error instanceof Error ? error.name : typeof error;
};

/** Logs a 503 without a stack, which would flood the log. */
const logRefusal = ({ log }: FastifyRequest, status: number, error: unknown) => {
  if (status === 500) log.error({ err: error }, 'refused');
  if (status === 503) log.warn({ reason: codeOf(error) }, 'unavailable');
};

const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const refusal = isDisconnect(error, request)
    ? new Refusal('broken_body')
    : (asRefusal(error) ?? new Refusal('internal'));
  const { status, body } = refusalAnswer(refusal);
  logRefusal(request, status, error);
  request.refusal = refusal.code;
  setRetryAfter(reply, refusal);
  if (status === 500) reply.header('x-request-id', request.id);
  if (status === 413) drainBody(request, reply);
  return reply.code(status).header('cache-control', 'no-store').send(body);
};

/** Refuses URLs that are malformed or too long. */
export const refuseUrl = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
  refuse(error.statusCode === 414 ? new Refusal('not_found') : error, request, reply);

/** Turns every error into an answer. An unexpected one is logged and answered with 500, without details. */
export const handleErrors = (app: FastifyInstance) => {
  app.decorateRequest('refusal', null);
  app.setErrorHandler(refuse);
  app.setNotFoundHandler((request, reply) => refuse(new Refusal('not_found'), request, reply));
};
