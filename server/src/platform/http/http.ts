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
import {
  DEADLOCK,
  isDatabaseUnavailable,
  LOCK_TIMEOUT,
  READ_ONLY,
  SERIALIZATION_FAILURE,
  STATEMENT_TIMEOUT,
  sqlState,
  UNAVAILABLE_STATES,
} from '../database/database.ts';
import type { ReadAside } from '../database/replica.ts';
import { invalid, Refusal, refusalAnswer } from '../errors.ts';
import { isStorageUnavailable } from '../files/files.ts';
import { Download, sendDownload } from './download.ts';
import { hashInput, type IdempotencyKey } from './idempotency.ts';
import { type Limit, limitConcurrency } from './limit.ts';
import {
  answersByUrl,
  PreparedAnswer,
  sendJson,
  sendPrepared,
  sendUncached,
  UncachedAnswer,
} from './prepared.ts';

/** The type of the caller for each access level, for example `{ public: Trainee | null; trainee: Trainee }`. */
export type Actors = Partial<Record<Access, unknown>>;
type EndpointFor<A extends Actors> = Endpoint & { readonly access: keyof A & Access };

interface Admission<Actor> {
  readonly actor: Actor;
  /** The owner of the caller's idempotency keys, such as `account:12`. */
  readonly owner: string;
}

/** Throws if the caller may not make the call. */
export type Gate<A extends Actors> = (
  request: FastifyRequest,
  endpoint: EndpointFor<A>,
  now: Date,
) => Promise<Admission<A[keyof A]>>;

/** How the handler of a call reads what may come from a standby. */
export interface Reads {
  readonly asGuest: ReadAside;
  for(request: FastifyRequest): {
    readonly read: ReadAside;
    /** Called before the answer is sent. */
    finish(reply: FastifyReply): Promise<void>;
  };
}

export interface Upload {
  readonly bytes: Buffer;
  readonly name: string;
}

interface Call<E extends Endpoint, A extends Actors> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly file: Upload | null;
  readonly actor: A[E['access'] & keyof A];
  readonly idempotency: IdempotencyKey | null;
  readonly address: string;
  readonly userAgent: string;
  readonly now: Date;
  readonly read: ReadAside;
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
) => Promise<AnswerOf<E> | AnswerWithHeaders<AnswerOf<E>> | PreparedAnswer | UncachedAnswer | Download>;
export interface EndpointRegistrar<A extends Actors> {
  <const E extends EndpointFor<A>>(endpoint: E, handler: Handler<E, A>): void;
  readonly endpoints: readonly Endpoint[];
  /** Answers a public GET without the network, as for a guest. Throws its refusal. */
  readonly answerGuest: AnswerGuest;
}

export type AnswerGuest = (
  path: string,
  input: { readonly params: unknown; readonly query: unknown },
) => Promise<PreparedAnswer>;

interface HttpOptions {
  clock(): Date;
  readonly reads: Reads;
  /** Validates answers against the contract. Slow, for tests. */
  checkAnswers?: boolean;
  limitUploads?: Limit;
}

const MEGABYTE = 1024 * 1024;
/** Calls that allow larger files than this share a queue of their own. */
const LARGE_FILE_BYTES = 5 * MEGABYTE;
export const JSON_LIMIT = 256 * 1024;
/**
 * A form whose file is too large is still read up to this multiple of the limit, so that the answer names the field
 * (422). A longer form is refused unread (413).
 */
const FORM_LIMIT_FACTOR = 2;
/** After a 413, the rest of a body of up to this size is read; for a longer one the connection is closed. */
const DRAIN_LIMIT_BYTES = 50 * MEGABYTE;
/** More than any field allows, so that a field's own rule refuses long texts. */
const FIELD_LIMIT_BYTES = 16 * 1024;
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
    done(address === undefined ? new Refusal('broken_request') : undefined);
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

/** More than any call needs, and far below the depth at which hashing a body overflows the stack. */
const DEPTH_MAX = 32;

const refuseDeepNesting = (body: unknown): void => {
  let level = [body];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEPTH_MAX) throw new Refusal('broken_request');
    level = level.flatMap((value) => (typeof value === 'object' && value ? Object.values(value) : []));
  }
};

/** The text for faults for which the schema has none of its own. Only values that no page sends have such faults. */
const defaultMessage = { error: () => refusals.invalid.text };

/**
 * A missing input counts as an empty object. An array, text or number is also parsed as an empty object first, so that
 * the answer names the fields that are missing. If no field is required, it is refused as a whole.
 */
const parseInput = (schema: z.ZodMiniType | undefined, value: unknown): unknown => {
  if (!schema) return undefined;
  const result = schema.safeParse(isObject(value) ? value : {}, defaultMessage);
  if (!result.success) throw invalid(fieldErrors(result.error));
  if (isObject(value ?? {})) return result.data;
  throw new Refusal('invalid', { field: 'body' });
};

const readParts = async (
  request: FastifyRequest,
  { maxBytes, notAFileRefusal }: FileRule,
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
      // A text in the field of the file, or a file that was sent without a name, which looks the same here.
      throw new Refusal(notAFileRefusal);
    } else {
      body[part.fieldname] = part.value;
    }
  }
  return { body, file };
};

const disconnectSignal = ({ raw }: FastifyRequest): AbortSignal => {
  const controller = new AbortController();
  const abort = () => controller.abort(new Refusal('broken_request'));
  if (raw.destroyed) abort();
  else {
    raw.once('close', () => {
      if (!raw.readableEnded) abort();
    });
  }
  return controller.signal;
};

const frameworkRefusal = (error: Partial<FastifyError>): Refusal | null => {
  if (error.code === 'FST_FILES_LIMIT') return new Refusal('too_many_files');
  if (error.statusCode === 413) return new Refusal('too_much');
  if (error.statusCode === 415 || error.statusCode === 406) return new Refusal('unsupported_type');
  if (error.statusCode === 404) return new Refusal('not_found');
  return error.statusCode && error.statusCode < 500 ? new Refusal('broken_request') : null;
};

/**
 * Translates errors while a form is read. A code such as ECONNRESET means here that the client is gone, whereas
 * `asRefusal` takes it for a lost database connection.
 */
const asReadingRefusal = (error: unknown, { tooLargeRefusal, maxBytes }: FileRule): Refusal => {
  if (error instanceof Refusal) return error;
  if (error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE') {
    return new Refusal(tooLargeRefusal, { values: { n: maxBytes / MEGABYTE } });
  }
  return (error instanceof Error && frameworkRefusal(error)) || new Refusal('broken_request');
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

const readForm = (limitUploads: Limit, request: FastifyRequest, rule: FileRule) => {
  const disconnected = disconnectSignal(request);
  return limitUploads(() => readMultipart(request, rule), disconnected);
};

/** Throws for an invalid key instead of ignoring it: the client relies on its key. */
const idempotencyKey = (
  endpoint: Endpoint,
  request: FastifyRequest,
  { body, file }: { body: unknown; file: Upload | null },
): IdempotencyKey | null => {
  const key = String(request.headers['idempotency-key'] ?? '');
  if (!endpoint.idempotencyField || key === '') return null;
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) throw new Refusal('broken_request');
  return {
    field: endpoint.idempotencyField,
    owner: request.admission?.owner ?? 'guest',
    key,
    route: endpoint.path,
    inputHash: hashInput({
      params: request.params,
      query: request.query,
      body,
      file: file && createHash('sha256').update(file.bytes).digest('hex'),
    }),
  };
};

const asPlainAnswer = (answer: unknown): unknown => {
  if (answer instanceof UncachedAnswer) return asPlainAnswer(answer.prepared);
  return answer instanceof PreparedAnswer ? JSON.parse(answer.bytes.toString()) : answer;
};

const multipartOptions = {
  limits: { files: 1, fields: 60, fieldSize: FIELD_LIMIT_BYTES },
  throwFileSizeLimit: true,
};

export const prepareRequests = (app: FastifyInstance) => {
  app.decorateRequest('admission', null);
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
  if (answer instanceof PreparedAnswer) return sendPrepared(request, reply, answer);
  if (answer instanceof UncachedAnswer) return sendUncached(request, reply, answer);
  if (!answerType) return sendJson(request, reply, answer);
  if (!reply.hasHeader('content-type')) reply.type(answerType);
  return reply.header('cache-control', 'no-store').send(answer);
};

/** Reads and checks what a handler gets. A form waits until few enough others are read. */
const createCallReader = <A extends Actors>({
  limitUploads = limitConcurrency({ atOnce: 64, waiting: 200 }),
  clock,
}: HttpOptions) => {
  const limitLargeUploads = limitConcurrency({ atOnce: 16, waiting: 100 });

  const readBody = async ({ multipart }: Endpoint, request: FastifyRequest) => {
    if (!multipart) return { body: request.body, file: null };
    if (!request.isMultipart()) throw new Refusal('unsupported_type');
    const isLarge = multipart.maxBytes > LARGE_FILE_BYTES;
    return readForm(isLarge ? limitLargeUploads : limitUploads, request, multipart);
  };

  return async <E extends EndpointFor<A>>(endpoint: E, request: FastifyRequest, read: ReadAside) => {
    const sent = await readBody(endpoint, request);
    const body = parseInput(endpoint.body, sent.body);
    refuseDeepNesting(sent.body);
    return {
      params: parseInput(endpoint.params, request.params),
      query: parseInput(endpoint.query, request.query),
      body,
      file: sent.file,
      actor: request.admission?.actor,
      idempotency: idempotencyKey(endpoint, request, sent),
      address: request.clientAddress,
      userAgent: request.headers['user-agent'] ?? '',
      now: clock(),
      read,
    } as Call<E, A>;
  };
};

export const createEndpointRegistrar = <A extends Actors>(
  app: FastifyInstance,
  gate: Gate<A>,
  options: HttpOptions,
): EndpointRegistrar<A> => {
  const endpoints: Endpoint[] = [];
  const guestAnswers = answersByUrl();
  const readCall = createCallReader<A>(options);

  const addRoute = <E extends EndpointFor<A>>(scope: FastifyInstance, endpoint: E, handler: Handler<E, A>) =>
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
        // The URL identifies the answer to a guest's GET. The answer to a POST also depends on the body.
        const isGuestGet = endpoint.method === 'GET' && request.admission?.actor === null;
        const found = isGuestGet ? guestAnswers.find(request.url, options.clock()) : null;
        if (found) return sendPrepared(request, reply, found);
        const { read, finish } = options.reads.for(request);
        const result = await handler(await readCall(endpoint, request, read));
        await finish(reply);
        const answer = result instanceof AnswerWithHeaders ? result.answer : result;
        if (result instanceof AnswerWithHeaders) reply.headers(result.headers);
        if (options.checkAnswers && !(answer instanceof Download)) {
          endpoint.answer.parse(asPlainAnswer(answer));
        }
        if (isGuestGet && result instanceof PreparedAnswer)
          guestAnswers.keep(request.url, result, options.clock());
        if (endpoint.answerStatus) reply.code(endpoint.answerStatus);
        return sendAnswer(request, reply, endpoint, answer);
      },
    });

  const guestCalls = new Map<string, AnswerGuest>();

  const addGuestCall = <E extends EndpointFor<A>>(endpoint: E, handler: Handler<E, A>) =>
    guestCalls.set(endpoint.path, async (_, input) => {
      const call = {
        params: parseInput(endpoint.params, input.params),
        query: parseInput(endpoint.query, input.query),
        body: undefined,
        file: null,
        actor: null,
        idempotency: null,
        address: '',
        userAgent: '',
        now: options.clock(),
        read: options.reads.asGuest,
      };
      const answer = await handler(call as Call<E, A>);
      if (answer instanceof PreparedAnswer) return answer;
      throw new TypeError(`${endpoint.path} has no answer for all guests`);
    });

  const answerGuest: AnswerGuest = (path, input) => {
    const answer = guestCalls.get(path);
    if (!answer) throw new TypeError(`${path} is no public call`);
    return answer(path, input);
  };

  const serve = <const E extends EndpointFor<A>>(endpoint: E, handler: Handler<E, A>) => {
    endpoints.push(endpoint);
    if (endpoint.method === 'GET' && endpoint.access === 'public') addGuestCall(endpoint, handler);
    // A scope costs more than all else of a route, so only the calls that take forms have one.
    if (!endpoint.multipart) return void addRoute(app, endpoint, handler);
    app.register(async (scope) => {
      await scope.register(fastifyMultipart, multipartOptions);
      addRoute(scope, endpoint, handler);
    });
  };
  return Object.assign(serve, { endpoints, answerGuest });
};

const TEMPORARY_STATES: readonly string[] = [
  SERIALIZATION_FAILURE,
  DEADLOCK,
  LOCK_TIMEOUT,
  STATEMENT_TIMEOUT,
  READ_ONLY,
];

const databaseRefusal = (state: string | undefined): Refusal | null => {
  if (!state) return null;
  if (UNAVAILABLE_STATES.test(state) || TEMPORARY_STATES.includes(state)) {
    return new Refusal('unavailable', { retryAfter: 2 });
  }
  // SQLSTATE 22: a value that the column does not take.
  return state.startsWith('22') ? new Refusal('invalid') : null;
};

export const asRefusal = (error: unknown): Refusal | null => {
  if (error instanceof Refusal) return error;
  if (!(error instanceof Error)) return null;
  return (
    databaseRefusal(sqlState(error)) ??
    (isStorageUnavailable(error) ? new Refusal('unavailable', { retryAfter: 60 }) : null) ??
    (isDatabaseUnavailable(error) ? new Refusal('unavailable', { retryAfter: 2 }) : null) ??
    frameworkRefusal(error)
  );
};

/** True for an error of the client's own connection. A lost database connection has the same codes. */
const isDisconnect = (error: unknown, { raw }: FastifyRequest): boolean => error === raw.errored;

/** Reads the rest of the body: many clients read the answer only after sending the whole body. */
const drainBody = (request: FastifyRequest, reply: FastifyReply) => {
  if (Number(request.headers['content-length']) <= DRAIN_LIMIT_BYTES) request.raw.unpipe().resume();
  else reply.header('connection', 'close');
};

export const setRetryAfter = (reply: FastifyReply, { details }: Refusal) => {
  if (details.retryAfter) reply.header('retry-after', String(details.retryAfter));
};

const codeOf = (error: unknown): unknown => {
  for (let link = error; link instanceof Error; link = link.cause) if ('code' in link) return link.code;
  return error instanceof Error ? error.name : typeof error;
};

/** Logs a 503 without its stack, which would flood the log. */
const logRefusal = ({ log }: FastifyRequest, status: number, error: unknown) => {
  if (status === 500) log.error({ err: error }, 'refused');
  if (status === 503) log.warn({ reason: codeOf(error) }, 'unavailable');
};

const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const refusal = isDisconnect(error, request)
    ? new Refusal('broken_request')
    : (asRefusal(error) ?? new Refusal('internal'));
  const { status, body } = refusalAnswer(refusal);
  logRefusal(request, status, error);
  request.refusal = refusal.code;
  setRetryAfter(reply, refusal);
  if (status === 500) reply.header('x-request-id', request.id);
  if (status === 413) drainBody(request, reply);
  return reply.code(status).header('cache-control', 'no-store').send(body);
};

/** No page or call has such a long parameter, so a 414 is answered like an unknown address. */
export const answerUrlError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
  answerError(error.statusCode === 414 ? new Refusal('not_found') : error, request, reply);

export const handleErrors = (app: FastifyInstance) => {
  app.decorateRequest('refusal', null);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) => answerError(new Refusal('not_found'), request, reply));
};
