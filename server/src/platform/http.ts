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
import { type RefusalCode, refusals } from '@portal/contract/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { isDatabaseAway, sqlState } from './database.ts';
import { Download, sendDownload } from './download.ts';
import { invalid, Refusal, refusalAnswer } from './errors.ts';
import { isStorageAway } from './files.ts';
import { hashBody, type IdempotencyKey } from './idempotency.ts';
import { type Limit, limitConcurrency } from './limit.ts';
import { Prepared, sendJson, sendPrepared, sendUncached, UncachedAnswer } from './prepared.ts';

/** By access level: `{ public: Trainee | null; trainee: Trainee }`. */
export type Actors = Partial<Record<Access, unknown>>;
type EndpointFor<A extends Actors> = Endpoint & { readonly access: keyof A & Access };

export interface Admission<Actor> {
  readonly actor: Actor;
  /** Owns the caller's idempotency keys: `account:12`. */
  readonly owner: string;
}

/** Throws if the caller may not make the call. */
export type Gate<A extends Actors> = (
  request: FastifyRequest,
  endpoint: EndpointFor<A>,
  now: Date,
) => Promise<Admission<A[keyof A]>>;

export interface Upload {
  readonly bytes: Buffer;
  readonly name: string;
}

export interface Call<E extends Endpoint, A extends Actors> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly file: Upload | null;
  readonly actor: A[E['access'] & keyof A];
  readonly idempotency: IdempotencyKey | null;
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
  readonly endpoints: readonly Endpoint[];
}

interface HttpOptions {
  clock(): Date;
  /** Validates answers against the contract. Slow, for tests. */
  checkAnswers?: boolean;
  uploads?: Limit;
}

const MEGABYTE = 1024 * 1024;
/** Bytes. Larger uploads wait in a queue of their own. */
const LARGE_FILE = 5 * MEGABYTE;
export const JSON_LIMIT = 256 * 1024;
/** Forms are read up to this many times the file limit, so that the refusal can name the field. */
const FORM_LIMIT_FACTOR = 2;
/** Bytes. After a refusal the connection is closed instead of reading a longer body. */
const DRAIN_LIMIT = 50 * MEGABYTE;
/** Bytes. More than any field allows, so that a field's own rule refuses long texts. */
const FIELD_LIMIT = 16 * 1024;
const FIELD_NAME_LIMIT = 100;

declare module 'fastify' {
  interface FastifyRequest {
    admission: Admission<unknown> | null;
    clientAddress: string;
    refusal: RefusalCode | null;
  }
}

/** The socket forgets the address when it closes, which may be before the body is read. */
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

/** Hashing deeper bodies would overflow the stack. */
const DEPTH_LIMIT = 32;

const refuseDepth = (body: unknown): void => {
  let level = [body];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEPTH_LIMIT) throw new Refusal('broken_body');
    level = level.flatMap((value) => (typeof value === 'object' && value ? Object.values(value) : []));
  }
};

/** For values that no page sends. */
const malformed = { error: () => refusals.invalid.text };

/** Refuses an input that is no object. Reports required fields first. */
const parseInput = (schema: z.ZodMiniType | undefined, value: unknown): unknown => {
  if (!schema) return undefined;
  const result = schema.safeParse(isObject(value) ? value : {}, malformed);
  if (!result.success) throw invalid(fieldErrors(result.error));
  if (isObject(value ?? {})) return result.data;
  throw new Refusal('invalid', { field: 'body' });
};

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
      // A file without a name arrives as a field.
      throw new Refusal(notAFile);
    } else {
      body[part.fieldname] = part.value;
    }
  }
  return { body, file };
};

const disconnectSignal = ({ raw }: FastifyRequest): AbortSignal => {
  const controller = new AbortController();
  const abort = () => controller.abort(new Refusal('broken_body'));
  if (raw.destroyed) abort();
  else raw.once('close', () => raw.readableEnded || abort());
  return controller.signal;
};

const readMultipart = async (request: FastifyRequest, rule: FileRule) => {
  if (Number(request.headers['content-length']) > FORM_LIMIT_FACTOR * rule.maxBytes) {
    throw new Refusal('too_large');
  }
  try {
    return await readParts(request, rule);
  } catch (error) {
    throw asReadingRefusal(error, rule);
  }
};

const readForm = (uploads: Limit, request: FastifyRequest, rule: FileRule) => {
  const disconnected = disconnectSignal(request);
  return uploads(() => readMultipart(request, rule), disconnected);
};

/** Throws for an invalid key instead of ignoring it: the client relies on it. */
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

export const acceptBodies = (app: FastifyInstance) => {
  app.decorateRequest('admission', null);
  app.register(fastifyMultipart, {
    limits: { files: 1, fields: 60, fieldSize: FIELD_LIMIT, parts: 61 },
    throwFileSizeLimit: true,
  });

  app.removeContentTypeParser('text/plain');

  // An empty JSON body counts as none.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parseJson(request, String(body), done),
  );
};

const sendAnswer = (
  request: FastifyRequest,
  reply: FastifyReply,
  { answerType }: Endpoint,
  answer: unknown,
): unknown => {
  if (answer instanceof Download) return sendDownload(reply, answer);
  if (answer instanceof Prepared) return sendPrepared(request, reply, answer);
  if (answer instanceof UncachedAnswer) return sendUncached(request, reply, answer);
  if (!answerType) return sendJson(request, reply, answer);
  if (!reply.hasHeader('content-type')) reply.type(answerType);
  return reply.header('cache-control', 'no-store').send(answer);
};

export const createEndpointRegistrar = <A extends Actors>(
  app: FastifyInstance,
  gate: Gate<A>,
  options: HttpOptions,
): EndpointRegistrar<A> => {
  const { uploads = limitConcurrency({ atOnce: 64, waiting: 200 }) } = options;
  const largeUploads = limitConcurrency({ atOnce: 16, waiting: 100 });
  const endpoints: Endpoint[] = [];

  const readBody = async ({ multipart }: Endpoint, request: FastifyRequest) => {
    if (request.isMultipart() !== (multipart !== undefined)) throw new Refusal('unsupported_type');
    if (!multipart) return { body: request.body, file: null };
    return readForm(multipart.maxBytes > LARGE_FILE ? largeUploads : uploads, request, multipart);
  };

  const readCall = async <E extends EndpointFor<A>>(endpoint: E, request: FastifyRequest) => {
    const read = await readBody(endpoint, request);
    const body = parseInput(endpoint.body, read.body);
    refuseDepth(read.body);
    return {
      params: parseInput(endpoint.params, request.params),
      query: parseInput(endpoint.query, request.query),
      body,
      file: read.file,
      actor: request.admission?.actor,
      idempotency: idempotencyKey(endpoint, request, read),
      address: request.clientAddress,
      userAgent: request.headers['user-agent'] ?? '',
      now: options.clock(),
    } as Call<E, A>;
  };

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
          const result = await handler(await readCall(endpoint, request));
          const answer = result instanceof AnswerWithHeaders ? result.answer : result;
          if (result instanceof AnswerWithHeaders) reply.headers(result.headers);
          if (options.checkAnswers && !(answer instanceof Download)) {
            endpoint.answer.parse(asPlainAnswer(answer));
          }
          return sendAnswer(request, reply, endpoint, answer);
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

/** For errors while reading a form, which never come from the database. */
const asReadingRefusal = (error: unknown, { tooLarge, maxBytes }: FileRule): Refusal => {
  if (error instanceof Refusal) return error;
  if (error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE') {
    return new Refusal(tooLarge, { values: { n: maxBytes / MEGABYTE } });
  }
  return (error instanceof Error && frameworkRefusal(error)) || new Refusal('broken_body');
};

/** A client's socket error has the same codes as a lost database connection. */
const isDisconnect = (error: unknown, { raw }: FastifyRequest): boolean =>
  raw.errored !== null && error === raw.errored;

/** Reads the rest of the body: many clients read the answer only after sending all of it. */
const drainBody = (request: FastifyRequest, reply: FastifyReply) => {
  if (Number(request.headers['content-length']) <= DRAIN_LIMIT) request.raw.unpipe().resume();
  else reply.header('connection', 'close');
};

export const setRetryAfter = (reply: FastifyReply, { details }: Refusal) => {
  if (details.retryAfter) reply.header('retry-after', String(details.retryAfter));
};

const codeOf = (error: unknown): unknown => {
  for (let at = error; at instanceof Error; at = at.cause) if ('code' in at) return at.code;
  return error instanceof Error ? error.name : typeof error;
};

/** No stack for a 503: it would flood the log. */
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

export const refuseUrl = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
  refuse(error.statusCode === 414 ? new Refusal('not_found') : error, request, reply);

export const handleErrors = (app: FastifyInstance) => {
  app.decorateRequest('refusal', null);
  app.setErrorHandler(refuse);
  app.setNotFoundHandler((request, reply) => refuse(new Refusal('not_found'), request, reply));
};
