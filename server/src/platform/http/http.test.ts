import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { type Endpoint, endpoint, type FileRule } from '@portal/contract/endpoint';
import { refusals } from '@portal/contract/errors';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type InjectOptions,
  LogController,
} from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { multipart } from '../../../test/multipart.ts';
import { Refusal } from '../errors.ts';
import { Download } from './download.ts';
import {
  AnswerWithHeaders,
  answerUrlError,
  asRefusal,
  createEndpointRegistrar,
  type Handler,
  handleErrors,
  JSON_LIMIT,
  keepClientAddresses,
  prepareRequests,
  type Reads,
} from './http.ts';
import type { Limit } from './limit.ts';
import { PreparedAnswer, prepareJson, UncachedAnswer } from './prepared.ts';

/* Each test starts a server with a call of its own, without the database and the rules of the portal. */

type Actors = { public: string | null };
type Options = Parameters<typeof createEndpointRegistrar>[2];

const NOW = new Date('2026-12-01T02:00:00Z');
const apps: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

interface ServerOptions {
  /** Awaited before the other hooks. */
  before?: (request: FastifyRequest) => unknown;
  /** Receives the lines of the log. */
  logged?: unknown[];
  isGuest?: (request: FastifyRequest) => boolean;
}

const noDatabase = () => Promise.reject(new Error('there is no database here'));
const noReads: Reads = { asGuest: noDatabase, for: () => ({ read: noDatabase, finish: async () => {} }) };

const openApp = <const E extends Endpoint & { access: 'public' }>(
  call: E,
  handler: Handler<E, Actors>,
  { before, logged, isGuest = () => false, ...options }: Partial<Options> & ServerOptions = {},
) => {
  const stream = { write: (line: string) => void logged?.push(JSON.parse(line)) };
  const logController = new LogController({ disableRequestLogging: true });
  const app = Fastify({
    bodyLimit: JSON_LIMIT,
    logger: { stream },
    logController,
    frameworkErrors: (error, request, reply) => answerUrlError(error, request, reply),
  });
  handleErrors(app);
  if (before) app.addHook('onRequest', async (request) => before(request));
  keepClientAddresses(app);
  prepareRequests(app);
  const gate = async (request: FastifyRequest) =>
    isGuest(request) ? { actor: null, owner: 'guest' } : { actor: 'me', owner: 'account:1' };
  createEndpointRegistrar<Actors>(app, gate, { clock: () => NOW, reads: noReads, ...options })(call, handler);
  apps.push(app);
  return app;
};

const described = { method: 'POST', path: '/call', access: 'public', summary: '', refusals: [] } as const;
const anything = z.any();

const refusalOf = (response: { statusCode: number; json(): { errors?: object } }) => ({
  status: response.statusCode,
  errors: response.json().errors,
});

describe('the input of a call', () => {
  const body = z.object({
    name: z.optional(z.string().check(z.minLength(3, '太短'), z.regex(/^a/, '須以 a 起始'))),
    deep: z.optional(z.any()),
  });
  const call = endpoint({ ...described, body, answer: anything });
  const send = (request: InjectOptions) =>
    openApp(call, async ({ body: read, actor, address, userAgent, now }) => ({
      read,
      actor,
      address,
      userAgent,
      now,
    })).inject({ method: 'POST', url: call.path, ...request });

  test('reaches the handler, with the caller', async () => {
    const response = await send({
      payload: { name: 'abc', other: 1 },
      remoteAddress: '192.0.2.7',
      headers: { 'user-agent': 'Browser/1' },
    });
    expect(response.json()).toEqual({
      read: { name: 'abc' },
      actor: 'me',
      address: '192.0.2.7',
      userAgent: 'Browser/1',
      now: NOW.toISOString(),
    });
  });

  test('may be missing if no field is required', async () => {
    expect((await send({})).json()).toMatchObject({ read: {} });
    for (const payload of ['', 'null']) {
      const response = await send({ payload, headers: { 'content-type': 'application/json' } });
      expect(response.json()).toMatchObject({ read: {} });
    }
  });

  test('is refused with all error texts of a field', async () => {
    const response = await send({ payload: { name: 'b' } });
    expect(refusalOf(response)).toEqual({ status: 422, errors: { name: ['太短', '須以 a 起始'] } });
  });

  test.each([['[]'], ['"abc"'], ['1'], ['true']])('is refused if it is %s', async (payload) => {
    const response = await send({ payload, headers: { 'content-type': 'application/json' } });
    expect(refusalOf(response)).toEqual({ status: 422, errors: { body: [refusals.invalid.text] } });
  });

  test.each([['[]'], ['1'], ['null']])('is refused under the required field if it is %s', async (payload) => {
    const app = openApp({ ...call, body: z.object({ name: z.string() }) }, async () => null);
    const headers = { 'content-type': 'application/json' };
    const response = await app.inject({ method: 'POST', url: call.path, payload, headers });
    expect(refusalOf(response)).toEqual({ status: 422, errors: { name: [refusals.invalid.text] } });
  });

  test('is refused with 415 if it is plain text', async () => {
    const response = await send({ payload: '{}', headers: { 'content-type': 'text/plain' } });
    expect([response.statusCode, response.json()]).toEqual([
      415,
      { code: 'unsupported_type', message: refusals.unsupported_type.text },
    ]);
  });

  test('is refused under `body` if the error belongs to no field', async () => {
    const whole = z.object({}).check(z.refine(() => false, '兩者不符'));
    const app = openApp({ ...call, body: whole }, async () => null);
    const response = await app.inject({ method: 'POST', url: call.path, payload: {} });
    expect(refusalOf(response)).toEqual({ status: 422, errors: { body: ['兩者不符'] } });
  });

  test.each([
    [32, 200],
    [33, 400],
  ])('nested %i levels deep is answered %i', async (depth, status) => {
    let deep: unknown = 1;
    for (let level = 1; level < depth; level++) deep = { deep };
    expect((await send({ payload: { deep } })).statusCode).toBe(status);
  });

  test('is answered with what its reads say at their end', async () => {
    const finish = async (reply: FastifyReply) => void reply.header('x-read', 'standby');
    const reads: Reads = { asGuest: noDatabase, for: () => ({ read: noDatabase, finish }) };
    const app = openApp(call, async () => null, { reads });
    const { headers } = await app.inject({ method: 'POST', url: call.path, payload: {} });
    expect(headers['x-read']).toBe('standby');
  });

  test('is refused if the connection has closed', async () => {
    const before = ({ raw }: FastifyRequest) =>
      Object.defineProperty(raw.socket, 'remoteAddress', { value: undefined });
    const app = openApp(call, async () => null, { before });
    expect((await app.inject({ method: 'POST', url: call.path, payload: {} })).statusCode).toBe(400);
  });
});

describe('a form', () => {
  const MEGABYTE = 1024 * 1024;
  const rule: FileRule = {
    maxBytes: MEGABYTE,
    tooLargeRefusal: 'photo_too_large',
    notAFileRefusal: 'photo_not_image',
  };
  const call = endpoint({ ...described, multipart: rule, body: z.looseObject({}), answer: anything });
  const BOUNDARY = 'boundary';

  const openForm = (
    changed: Partial<FileRule> = {},
    limitUploads: Limit = (work) => work(),
    options: ServerOptions = {},
  ) =>
    openApp(
      { ...call, multipart: { ...rule, ...changed } },
      async ({ body, file }) => ({ body, file: file && [file.name, file.bytes.length] }),
      { limitUploads, ...options },
    );
  const part = (disposition: string, content = '', type?: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n${
      type ? `Content-Type: ${type}\r\n` : ''
    }\r\n${content}\r\n`;
  const post = (app: FastifyInstance, ...parts: string[]) =>
    app.inject({
      method: 'POST',
      url: call.path,
      payload: `${parts.join('')}--${BOUNDARY}--\r\n`,
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    });

  test('is known as an upload, which may arrive slowly, as no other call is', async () => {
    const known: unknown[] = [];
    const before = ({ routeOptions }: FastifyRequest) => known.push(routeOptions.config.isUpload);
    await post(openForm({}, undefined, { before }), part('name="file"; filename="a.jpg"', 'abc'));
    const json = openApp(endpoint({ ...described, body: anything, answer: anything }), async () => null, {
      before,
    });
    await json.inject({ method: 'POST', url: '/call', payload: {} });
    expect(known).toEqual([true, false]);
  });

  test.each<[string, string, object]>([
    ['with a file', part('name="file"; filename="a.jpg"', 'abc'), { body: {}, file: ['a.jpg', 3] }],
    ['with an empty file', part('name="file"; filename="a.jpg"'), { body: {}, file: ['a.jpg', 0] }],
    [
      'with a file without a name',
      part('name="file"', 'abc', 'application/octet-stream'),
      { body: {}, file: ['', 3] },
    ],
    ['in which no file was chosen', part('name="file"; filename=""'), { body: {}, file: null }],
    ['with a file in another field', part('name="other"; filename="a.jpg"', 'abc'), { body: {}, file: null }],
    ['with an empty text as the file', part('name="file"'), { body: { file: '' }, file: null }],
    ['with fields', part('name="a"', '1') + part('name="b"', '2'), { body: { a: '1', b: '2' }, file: null }],
    [
      'with a field whose name is just short enough',
      part(`name="${'a'.repeat(100)}"`, '1'),
      { body: { ['a'.repeat(100)]: '1' }, file: null },
    ],
  ])('%s is read', async (_, parts, read) => {
    const response = await post(openForm(), parts);
    expect([response.statusCode, response.json()]).toEqual([200, read]);
  });

  test.each([
    ['with a text as the file', part('name="file"', 'abc'), 422, 'photo_not_image'],
    ['with a long name of a field', part(`name="${'a'.repeat(101)}"`, '1'), 413, 'too_much'],
    ['with a long text', part('name="a"', 'a'.repeat(16 * 1024 + 1)), 413, 'too_much'],
    ['with two files', part('name="file"; filename="a.jpg"', 'a').repeat(2), 413, 'too_many_files'],
    [
      'with more fields than any form has',
      Array.from({ length: 61 }, (_, n) => part(`name="a${n}"`, '1')).join(''),
      413,
      'too_much',
    ],
  ] as const)('%s is refused', async (_, parts, status, code) => {
    const response = await post(openForm(), parts);
    expect([response.statusCode, response.json().message]).toEqual([status, refusals[code].text]);
  });

  test('that ends too early is refused', async () => {
    const payload = part('name="a"', '1') + part('name="file"; filename="a.jpg"', 'abc').trimEnd();
    const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
    const response = await openForm().inject({ method: 'POST', url: call.path, payload, headers });
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { code: 'broken_request', message: refusals.broken_request.text },
    ]);
  });

  const withFile = async (app: FastifyInstance, length: number) => {
    const empty = await multipart({ fields: {}, file: { bytes: Buffer.alloc(0) } });
    const bytes = Buffer.alloc(length - empty.body.length);
    const form = await multipart({ fields: {}, file: { bytes } });
    return app.inject({ method: 'POST', url: call.path, payload: form.body, headers: form.headers });
  };

  test('with a file that is too large is refused under the field `file`', async () => {
    const text = refusals.photo_too_large.text.replace('{n}', '1');
    const response = await withFile(openForm(), 2 * MEGABYTE);
    expect(refusalOf(response)).toEqual({ status: 422, errors: { file: [text] } });
  });

  test('of more than twice the file limit is refused without reading it', async () => {
    const response = await withFile(openForm(), 2 * MEGABYTE + 1);
    expect([response.statusCode, response.json().message]).toEqual([413, refusals.too_large.text]);
  });

  test.each([
    [50 * MEGABYTE, 'keep-alive'],
    [50 * MEGABYTE + 1, 'close'],
  ])('of %i bytes is refused with the header `connection: %s`', async (length, connection) => {
    const type = `multipart/form-data; boundary=${BOUNDARY}`;
    const headers = { 'content-type': type, 'content-length': String(length) };
    const response = await openForm().inject({ method: 'POST', url: call.path, payload: '', headers });
    expect([response.statusCode, response.headers.connection]).toEqual([413, connection]);
  });

  test.each([
    [5 * MEGABYTE, 'small', 1],
    [5 * MEGABYTE + 1, 'large', 0],
  ])('for files of up to %i bytes waits in the queue of %s uploads', async (maxBytes, _, smallUploads) => {
    let inSmallQueue = 0;
    const limitUploads: Limit = (work) => {
      inSmallQueue += 1;
      return work();
    };
    await post(openForm({ maxBytes }, limitUploads), part('name="a"', '1'));
    expect(inSmallQueue).toBe(smallUploads);
  });

  test('is refused with 415 by a call that takes JSON', async () => {
    const json = openApp({ ...described, body: z.looseObject({}), answer: anything }, async () => null);
    expect((await post(json, part('name="a"', '1'))).statusCode).toBe(415);
  });

  test('is the only body that its call takes: JSON is refused with 415', async () => {
    const response = await openForm().inject({ method: 'POST', url: call.path, payload: {} });
    expect(response.statusCode).toBe(415);
  });

  test('does not wait in the queue of uploads if it is JSON', async () => {
    const refuseAll: Limit = () => Promise.reject(new Refusal('unavailable'));
    const response = await openForm({}, refuseAll).inject({ method: 'POST', url: call.path, payload: {} });
    expect(response.statusCode).toBe(415);
  });

  /** Sends `bytes` without the last one, then calls `leave`. Returns the signal that the queue of uploads received. */
  const signalAfter = async (bytes: string, leave: (socket: ReturnType<typeof connect>) => void) => {
    let heard = (_: AbortSignal | undefined) => {};
    const signal = new Promise<AbortSignal | undefined>((resolve) => {
      heard = resolve;
    });
    const app = openForm({}, (work, gone) => {
      heard(gone);
      return work();
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      `POST ${call.path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${bytes.length}\r\n` +
        `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\n\r\n${bytes.slice(0, -1)}`,
    );
    const gone = await signal;
    expect(gone?.aborted).toBe(false);
    leave(socket);
    await once(socket, 'close');
    return gone;
  };
  const whole = `${part('name="a"', '1')}--${BOUNDARY}--\r\n`;

  test('that is refused early is read to its end, so that its client can send the next one', async () => {
    const app = openForm();
    await app.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    let answers = '';
    socket.setEncoding('latin1').on('data', (text) => {
      answers += text;
    });
    const head = (length: number) =>
      `POST ${call.path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n` +
      `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\n\r\n`;
    const refused = part(`name="${'a'.repeat(101)}"`, '1');
    const file = part('name="file"; filename="a.jpg"', 'a'.repeat(MEGABYTE / 2));
    socket.write(`${head(refused.length + file.length)}${refused}${file.slice(0, 100)}`);
    await expect.poll(() => answers).toContain('HTTP/1.1 413');
    socket.write(`${file.slice(100)}${head(whole.length)}${whole}`);
    await expect.poll(() => answers).toContain('HTTP/1.1 200');
    socket.destroy();
  });

  test('leaves the queue when the client disconnects', async () => {
    const gone = await signalAfter(whole, (socket) => socket.destroy());
    await expect.poll(() => gone?.aborted).toBe(true);
    expect(gone?.reason).toMatchObject({ code: 'broken_request' });
  });

  test('does not join the queue if the client disconnected before', async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const limitUploads: Limit = (_, gone) => {
      signals.push(gone);
      return Promise.reject(gone?.reason);
    };
    const before = async ({ raw }: FastifyRequest) => {
      raw.destroy();
      await once(raw, 'close');
    };
    const unanswered = post(openForm({}, limitUploads, { before }), part('name="a"', '1'));
    await expect(unanswered).rejects.toThrow();
    await expect.poll(() => signals).toHaveLength(1);
    expect(signals).toMatchObject([{ aborted: true, reason: { code: 'broken_request' } }]);
  });

  test('counts as complete if the client disconnects after the last byte', async () => {
    const gone = await signalAfter(whole, (socket) => {
      socket.once('data', () => socket.destroy());
      socket.write(whole.slice(-1));
    });
    expect(gone?.aborted).toBe(false);
  });
});

describe('an idempotency key', () => {
  const rule: FileRule = {
    maxBytes: 1000,
    tooLargeRefusal: 'photo_too_large',
    notAFileRefusal: 'photo_not_image',
  };
  const call = endpoint({
    ...described,
    path: '/call/:id',
    params: z.object({ id: z.string() }),
    query: z.looseObject({}),
    multipart: rule,
    body: z.looseObject({}),
    idempotencyField: 'form',
    answer: anything,
  });

  const keyFor = async (
    { id = '1', query = '', a = '1', content = 'x', name = 'a.jpg', key = 'K-1' },
    changed: object = {},
  ) => {
    const app = openApp({ ...call, ...changed }, async ({ idempotency }) => ({ idempotency }));
    const { body, headers } = await multipart({
      fields: { a },
      file: { bytes: Buffer.from(content), name },
    });
    const response = await app.inject({
      method: 'POST',
      url: `/call/${id}${query}`,
      payload: body,
      headers: { ...headers, ...(key && { 'idempotency-key': key }) },
    });
    return response.statusCode === 200 ? response.json().idempotency : response.statusCode;
  };

  test('is passed on with the caller, the call and the hash of the input', async () => {
    expect(await keyFor({})).toEqual({
      field: 'form',
      owner: 'account:1',
      key: 'K-1',
      route: '/call/:id',
      inputHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test.each<[string, Parameters<typeof keyFor>[0], boolean]>([
    ['the same', {}, true],
    ['a renamed file', { name: 'b.jpg' }, true],
    ['another file', { content: 'y' }, false],
    ['another field', { a: '2' }, false],
    ['another parameter', { id: '2' }, false],
    ['another query', { query: '?a=1' }, false],
  ])('comes with a hash of the input: %s', async (_, input, isSame) => {
    const [first, second] = [await keyFor({}), await keyFor(input)];
    expect(second.inputHash === first.inputHash).toBe(isSame);
  });

  test.each([
    ['that is empty counts as none', '', null],
    ['of 200 characters is accepted', 'k'.repeat(200), expect.objectContaining({ key: 'k'.repeat(200) })],
    ['of 201 characters is refused', 'k'.repeat(201), 400],
    ['with a space is refused', 'a b', 400],
    ['with a letter beyond ASCII is refused', 'ä', 400],
  ])('%s', async (_, key, result) => {
    expect(await keyFor({ key })).toEqual(result);
  });

  test('comes with a hash also without a file', async () => {
    const app = openApp(call, async ({ idempotency }) => ({ idempotency }));
    const { body, headers } = await multipart({ fields: { a: '1' } });
    const response = await app.inject({
      method: 'POST',
      url: '/call/1',
      payload: body,
      headers: { ...headers, 'idempotency-key': 'K-1' },
    });
    const { inputHash } = await keyFor({});
    expect(response.json().idempotency.inputHash).toMatch(/^[0-9a-f]{64}$/);
    expect(response.json().idempotency.inputHash).not.toBe(inputHash);
  });

  test('is ignored by a call without `idempotencyField`', async () => {
    expect(await keyFor({}, { idempotencyField: undefined })).toBeNull();
  });
});

describe('the answer to any guest, for a page that the server renders,', () => {
  const get = endpoint({
    ...{ ...described, method: 'GET', path: '/call/:id', answer: anything },
    ...{ params: z.object({ id: z.coerce.number() }), query: z.object({ page: z.coerce.number() }) },
  });
  const INPUT = { params: { id: '7' }, query: { page: '2' } };
  const openGuest = (call: typeof get, handler: Handler<typeof get, Actors>) => {
    const options = { clock: () => NOW, reads: noReads };
    const serve = createEndpointRegistrar<Actors>(Fastify(), noDatabase, options);
    serve(call, handler);
    return (input: typeof INPUT, path: string = get.path) => serve.answerGuest(path, input);
  };

  test('is what a guest who calls hears', async () => {
    const answer = openGuest(get, async ({ params, query, actor, now }) =>
      prepareJson({ params, query, actor, now }, 60),
    );
    const { bytes } = await answer(INPUT);
    expect(JSON.parse(String(bytes))).toEqual({
      ...{ params: { id: 7 }, query: { page: 2 } },
      ...{ actor: null, now: NOW.toISOString() },
    });
  });

  test('does not exist for wrong input, an unknown call, one that writes or is not public, or an answer that depends on more', async () => {
    const prepared = async () => prepareJson({}, 60);
    await expect(openGuest(get, prepared)({ ...INPUT, params: { id: 'x' } })).rejects.toBeInstanceOf(Refusal);
    expect(() => openGuest(get, prepared)(INPUT, '/other')).toThrow('/other is no public call');
    for (const changed of [{ method: 'POST' }, { access: 'session' }]) {
      const other = { ...get, ...changed } as unknown as typeof get;
      expect(() => openGuest(other, prepared)(INPUT)).toThrow('/call/:id is no public call');
    }
    await expect(openGuest(get, async () => ({}))(INPUT)).rejects.toThrow('has no answer for all guests');
  });
});

describe('an answer', () => {
  const answerSchema = z.object({ a: z.number() });
  const get = { ...described, method: 'GET', answer: answerSchema } as const;
  type Result = Awaited<ReturnType<Handler<typeof get, Actors>>>;

  const answerOf = async (result: Result, changed: object = {}, options: Partial<Options> = {}) => {
    const app = openApp({ ...get, ...changed }, async () => result, { checkAnswers: true, ...options });
    const { statusCode, body, headers } = await app.inject(get.path);
    return {
      status: statusCode,
      body,
      type: headers['content-type'],
      cache: headers['cache-control'],
      headers,
    };
  };
  const JSON_TYPE = 'application/json; charset=utf-8';

  test('is JSON, for the caller alone', async () => {
    const plain = { status: 200, body: '{"a":1}', type: JSON_TYPE, cache: 'no-store' };
    expect(await answerOf({ a: 1 })).toMatchObject(plain);
  });

  test('is compressed if it is long', async () => {
    const app = openApp({ ...described, method: 'GET', answer: anything }, async () => ({
      a: 'x'.repeat(5000),
    }));
    const { headers } = await app.inject({ url: get.path, headers: { 'accept-encoding': 'gzip' } });
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': JSON_TYPE });
  });

  test('that is prepared has an ETag; an uncached one has none', async () => {
    const prepared = prepareJson({ a: 1 }, 60);
    expect(await answerOf(prepared)).toMatchObject({
      status: 200,
      body: '{"a":1}',
      cache: 'public, max-age=60',
      headers: { etag: prepared.etag },
    });
    const own = await answerOf(new UncachedAnswer(prepared));
    expect(own).toMatchObject({ status: 200, body: '{"a":1}', cache: 'no-store' });
    expect(own.headers).not.toHaveProperty('etag');
  });

  test('may add headers', async () => {
    const withHeaders = new AnswerWithHeaders({ a: 1 }, { 'set-cookie': 'a=1' });
    expect((await answerOf(withHeaders)).headers).toMatchObject({ 'set-cookie': 'a=1' });
  });

  test('of bytes has the content type of its call unless it sets another', async () => {
    const [bytes, picture] = [Buffer.from('abc'), { answerType: 'image/webp', answer: anything }];
    const asAny = bytes as unknown as Result;
    const webp = { body: 'abc', type: 'image/webp', cache: 'no-store' };
    expect(await answerOf(asAny, picture)).toMatchObject(webp);
    const png = new AnswerWithHeaders(asAny, { 'content-type': 'image/png' }) as unknown as Result;
    expect(await answerOf(png, picture)).toMatchObject({ body: 'abc', type: 'image/png' });
  });

  test('may be a download', async () => {
    const file = new Download(Readable.from(['a,b']), { type: 'text/csv', name: '名冊.csv' });
    expect(await answerOf(file)).toMatchObject({ status: 200, body: 'a,b', type: 'text/csv' });
  });

  test.each<[string, () => Result]>([
    ['plain', () => ({ a: 'x' }) as never],
    ['prepared', () => prepareJson({ a: 'x' }, 0)],
    ['uncached', () => new UncachedAnswer(prepareJson({ a: 'x' }, 0))],
  ])('that breaks the contract fails if answers are checked: %s', async (_, make) => {
    expect((await answerOf(make())).status).toBe(500);
    expect((await answerOf(make(), {}, { checkAnswers: false })).status).toBe(200);
  });

  test('that is prepared is parsed as JSON before it is checked', async () => {
    const text = new PreparedAnswer(Buffer.from('abc'), 0, 'text/plain');
    expect((await answerOf(text)).status).toBe(500);
  });
});

describe('a prepared answer', () => {
  const shown = z.object({ made: z.int(), name: z.optional(z.string()) });
  const call = endpoint({ ...described, body: z.object({ name: z.optional(z.string()) }), answer: shown });
  type Result = Awaited<ReturnType<Handler<typeof call, Actors>>>;
  type Caller = 'guest' | 'trainee';
  const prepared = (answer: z.infer<typeof shown>): Result => prepareJson(answer, 60, NOW);

  /** The answers to 甲 and 乙, one after the other. */
  const send = async (
    method: 'GET' | 'POST',
    [first, second]: readonly [Caller, Caller],
    present: typeof prepared = prepared,
  ) => {
    let made = 0;
    const app = openApp(
      { ...call, method },
      async ({ body: { name } }) => {
        made += 1;
        return present({ made, name });
      },
      { isGuest: ({ headers }) => headers.authorization === undefined },
    );
    const ask = async (caller: Caller, name: string) => {
      const headers = caller === 'trainee' ? { authorization: 'Bearer token' } : {};
      const payload = method === 'POST' ? { payload: { name } } : {};
      return (await app.inject({ method, url: call.path, headers, ...payload })).json();
    };
    return [await ask(first, '甲'), await ask(second, '乙')];
  };

  test('to a guest is sent again to the next guest who asks for the same URL', async () => {
    expect(await send('GET', ['guest', 'guest'])).toEqual([{ made: 1 }, { made: 1 }]);
  });

  test.each([
    ['to a guest is not sent to a trainee', ['guest', 'trainee']],
    ['to a trainee is not sent to a guest', ['trainee', 'guest']],
    ['to a trainee is not sent to another trainee', ['trainee', 'trainee']],
  ] as const)('%s', async (_, callers) => {
    expect(await send('GET', callers)).toEqual([{ made: 1 }, { made: 2 }]);
  });

  test('to a POST is not kept', async () => {
    expect(await send('POST', ['guest', 'guest'])).toEqual([
      { made: 1, name: '甲' },
      { made: 2, name: '乙' },
    ]);
  });

  test('is the only one that is kept', async () => {
    expect(await send('GET', ['guest', 'guest'], (answer) => answer)).toEqual([{ made: 1 }, { made: 2 }]);
  });
});

describe('a registered call', () => {
  const call = endpoint({ ...described, answer: anything });

  test('is listed', () => {
    const app = Fastify();
    apps.push(app);
    const gate = async () => ({ actor: null, owner: 'guest' });
    const serve = createEndpointRegistrar<Actors>(app, gate, { clock: () => NOW, reads: noReads });
    serve(call, async () => null);
    expect(serve.endpoints).toEqual([call]);
  });

  test.each([
    ['may be allowed', { allowedOnFullDisk: true } as const, true],
    ['is not allowed by default', {}, false],
  ])('%s while the disk is full', async (_, changed, allowed) => {
    const seen: unknown[] = [];
    const before = ({ routeOptions }: FastifyRequest) => seen.push(routeOptions.config.allowedOnFullDisk);
    await openApp({ ...call, ...changed }, async () => null, { before }).inject({
      method: 'POST',
      url: '/call',
    });
    expect(seen).toEqual([allowed]);
  });
});

describe('an error', () => {
  const withCode = (code: string) => Object.assign(new Error('broken'), { code });
  const withStatus = (statusCode: number, code?: string) =>
    Object.assign(new Error('broken'), { statusCode, ...(code && { code }) });
  const unavailable = ['unavailable', 2];

  test.each<[string, unknown, unknown]>([
    ['a refusal', new Refusal('not_found'), ['not_found', undefined]],
    ['a lost connection', withCode('08006'), unavailable],
    ['too many connections', withCode('53300'), unavailable],
    ['a server that stops', withCode('57P01'), unavailable],
    ['a serialization failure', withCode('40001'), unavailable],
    ['a deadlock', withCode('40P01'), unavailable],
    ['a lock that is not free', withCode('55P03'), unavailable],
    ['a statement that takes too long', withCode('57014'), unavailable],
    ['a read-only database', withCode('25006'), unavailable],
    ['a cause of it', new Error('query failed', { cause: withCode('57014') }), unavailable],
    ['a value that no column takes', withCode('22P02'), ['invalid', undefined]],
    ['a broken constraint', withCode('23505'), null],
    ['a refused connection', withCode('ECONNREFUSED'), unavailable],
    ['a full disk', withCode('ENOSPC'), ['unavailable', 60]],
    ['too many files', withStatus(413, 'FST_FILES_LIMIT'), ['too_many_files', undefined]],
    ['a long body', withStatus(413), ['too_much', undefined]],
    ['another content type', withStatus(415), ['unsupported_type', undefined]],
    ['another content type of a form', withStatus(406), ['unsupported_type', undefined]],
    ['an unknown address', withStatus(404), ['not_found', undefined]],
    ['a broken request', withStatus(400), ['broken_request', undefined]],
    ['a fault of the framework', withStatus(500), null],
    ['any other error', new Error('broken'), null],
    ['a text', 'broken', null],
    ['an object that is no error', { statusCode: 404 }, null],
  ])('becomes a refusal: %s', (_, error, expected) => {
    const refusal = asRefusal(error);
    expect(refusal && [refusal.code, refusal.details.retryAfter]).toEqual(expected);
  });

  const failing = async (error: unknown, request: InjectOptions = {}, options: ServerOptions = {}) => {
    const call = endpoint({ ...described, answer: anything });
    const app = openApp(call, () => Promise.reject(error), options);
    return app.inject({ method: 'POST', url: call.path, ...request });
  };

  test('that is unknown is answered with the id of the request, without details of the error', async () => {
    const response = await failing(new Error('secret'));
    expect(response.statusCode).toBe(500);
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-request-id': expect.anything(),
    });
    expect(response.json()).toEqual({ code: 'internal', message: refusals.internal.text });
    expect((await failing(new Refusal('not_found'))).headers).not.toHaveProperty('x-request-id');
  });

  test('that is temporary is answered with a Retry-After header', async () => {
    expect((await failing(withCode('57014'))).headers).toMatchObject({ 'retry-after': '2' });
    expect((await failing(new Refusal('not_found'))).headers).not.toHaveProperty('retry-after');
  });

  test.each<[string, unknown, unknown]>([
    ['an unknown error with its stack', withCode('23505'), { msg: 'refused', err: { message: 'broken' } }],
    ['a temporary error by its code', withCode('57014'), { msg: 'unavailable', reason: '57014' }],
    [
      'a temporary error by the code of its cause',
      new Error('query failed', { cause: withCode('57014') }),
      { msg: 'unavailable', reason: '57014' },
    ],
    [
      'an error without a code by its name',
      Object.assign(new Error('late'), { name: 'TimeoutError' }),
      { msg: 'unavailable', reason: 'TimeoutError' },
    ],
    ['a refusal not at all', new Refusal('not_found'), undefined],
  ])('is logged: %s', async (_, error, line) => {
    const logged: { msg: string }[] = [];
    await failing(error, {}, { logged });
    const found = logged.filter(({ msg }) => msg === 'refused' || msg === 'unavailable');
    expect(found).toMatchObject(line === undefined ? [] : [line]);
    expect(JSON.stringify(found)).toMatch(line && 'err' in (line as object) ? /"stack"/ : /^(?!.*"stack")/);
  });

  test.each([
    ["of the client's own connection is answered 400", true, 400],
    ["of another connection is answered 503, although the client's is broken too", false, 503],
  ])('%s', async (_, isOfClient, status) => {
    const error = withCode('ECONNRESET');
    const errored = isOfClient ? error : withCode('EPIPE');
    const before = ({ raw }: FastifyRequest) => Object.defineProperty(raw, 'errored', { value: errored });
    expect((await failing(error, {}, { before })).statusCode).toBe(status);
  });

  test.each([
    ['too long is answered 404', 'a'.repeat(101), 404],
    ['not readable is answered 400', '%', 400],
  ])('in the address: a parameter that is %s', async (_, id, status) => {
    const call = endpoint({ ...described, path: '/call/:id', answer: anything });
    const response = await openApp(call, async () => null).inject({ method: 'POST', url: `/call/${id}` });
    expect(response.statusCode).toBe(status);
    expect(response.headers).toMatchObject({ 'cache-control': 'no-store' });
  });

  test('is also answered if no call has the address', async () => {
    const response = await failing(null, { url: '/other' });
    expect([response.statusCode, response.json()]).toEqual([
      404,
      { code: 'not_found', message: refusals.not_found.text },
    ]);
  });
});
