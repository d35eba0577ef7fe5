import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import * as accounts from '@portal/contract/accounts';
import * as catalogue from '@portal/contract/catalogue';
import { register } from '@portal/contract/person-form';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/app.ts';
import { connectPatiently } from '../../../test/database.ts';
import { buildAccount, buildRegistrationForm, logIn, PASSWORD } from '../../../test/factories/account.ts';
import { multipart } from '../../../test/multipart.ts';
import { startServer } from '../../../test/race/server-process.ts';
import { buildApp } from '../../app.ts';
import { inTransaction } from '../database/database.ts';
import { startTracing, type Tracing } from './tracing.ts';

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status: { code?: number };
  attributes: { key: string; value: Record<string, unknown> }[];
}

interface Sent {
  resourceSpans: {
    resource: { attributes: { key: string; value: unknown }[] };
    scopeSpans: { spans: SentSpan[] }[];
  }[];
}

const SERVER = 2;
const ERROR = 2;

let portal: TestPortal;
let received: Sent[] = [];
let endpoint: string;
const collector = http.createServer(async (request, response) => {
  if (request.url === '/v1/traces') received.push((await json(request)) as Sent);
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});

beforeAll(async () => {
  portal = await openTestPortal();
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
});

afterAll(async () => {
  collector.close();
  collector.closeAllConnections();
  await portal.close();
});

beforeEach(() => {
  received = [];
});

const spans = () =>
  received.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
const attributeOf = ({ attributes }: SentSpan, name: string) =>
  Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0];

/** Does `work` on a server with traces, and gives what was sent when it had stopped. */
const traced = async (
  work: (app: FastifyInstance, tracing: Tracing, db: TestPortal['db']) => Promise<unknown>,
  settings: { ratio?: number; endpoint?: string } = {},
) => {
  const db = connectPatiently(portal.services.config.databaseUrl ?? '');
  const tracing = startTracing(
    { endpoint, service: 'portal-test', ratio: 1, ...settings },
    db.$client,
    portal.services.log,
  );
  const app = await buildApp({ ...portal.services, db }, { watch: tracing.watch });
  try {
    await work(app, tracing, db);
  } finally {
    await app.close();
    await tracing.stop();
    await db.$client.end();
  }
  return spans();
};

const requestIn = (sent: SentSpan[]) => {
  const found = sent.filter(({ kind }) => kind === SERVER);
  expect(found).toHaveLength(1);
  return found[0] as SentSpan;
};

describe('the span of a request', () => {
  test('is named by method and pattern, and holds status and refusal', async () => {
    const request = requestIn(await traced((app) => app.inject('/api/class/SECRET-1?name=SECRET')));
    expect(request).toMatchObject({ name: `GET ${catalogue.classDetail.path}`, status: {} });
    expect(request.parentSpanId).toBeUndefined();
    expect(attributeOf(request, 'http.response.status_code')).toBe(404);
    expect(attributeOf(request, 'portal.refusal')).toBe('class_not_found');
    expect(received[0]?.resourceSpans[0]?.resource.attributes).toEqual([
      { key: 'service.name', value: { stringValue: 'portal-test' } },
    ]);
  });

  test('of an unknown address has no more data', async () => {
    const { name, attributes } = requestIn(
      await traced((app) => app.inject({ method: 'DELETE', url: '/api/SECRET' })),
    );
    expect([name, JSON.stringify(attributes).includes('SECRET')]).toEqual(['DELETE unknown', false]);
  });

  test('is an error where the server failed', async () => {
    const request = requestIn(
      await traced(async (app) => {
        app.get('/broken', () => Promise.reject(new TypeError('SECRET')));
        await app.inject('/broken');
      }),
    );
    expect([request.status.code, attributeOf(request, 'http.response.status_code')]).toEqual([ERROR, 500]);
  });

  test('is a child of the caller’s span', async () => {
    const [traceId, parentSpanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
    const sent = await traced((app) =>
      app.inject({
        url: '/api/classes',
        headers: { traceparent: `00-${traceId}-${parentSpanId}-00` },
      }),
    );
    expect(requestIn(sent)).toMatchObject({ traceId, parentSpanId });
  });

  test.each(['SECRET', '00-00000000000000000000000000000000-00f067aa0ba902b7-01', `00-${'a'.repeat(4000)}`])(
    'begins a trace where the caller names none that can be read: %.30s',
    async (traceparent) => {
      const request = requestIn(
        await traced((app) => app.inject({ url: '/api/classes', headers: { traceparent } })),
      );
      expect([request.parentSpanId, /^[0-9a-f]{32}$/.test(request.traceId)]).toEqual([undefined, true]);
      expect(request.traceId).not.toMatch(/^0+$/);
    },
  );

  test('records that the client left before its answer', async () => {
    const request = requestIn(
      await traced(async (app) => {
        const arrived = Promise.withResolvers<void>();
        const left = Promise.withResolvers<void>();
        app.get('/slow', async (_, reply) => {
          reply.raw.once('close', left.resolve);
          arrived.resolve();
          await left.promise;
          return '';
        });
        const abort = new AbortController();
        const asked = fetch(`${await app.listen({ port: 0 })}/slow`, { signal: abort.signal });
        await arrived.promise;
        abort.abort();
        await asked.catch(() => {});
        await left.promise;
      }),
    );
    expect(attributeOf(request, 'error.type')).toBe('aborted');
    expect(attributeOf(request, 'http.response.status_code')).toBeUndefined();
  });
});

describe('a database span', () => {
  const childrenOf = ({ spanId }: SentSpan, sent: SentSpan[]) =>
    sent.filter(({ parentSpanId }) => parentSpanId === spanId).map(({ name }) => name);

  test('belongs to its request, whose body is JSON or a form with a photo', async () => {
    const account = await buildAccount(portal.db);
    const sent = await traced(async (app) => {
      const payload = { account: account.idNumber, password: PASSWORD };
      const answer = await app.inject({ method: 'POST', url: accounts.login.path, payload });
      expect(answer.statusCode).toBe(200);
      const { headers, body } = await multipart({ fields: buildRegistrationForm() });
      const joined = await app.inject({ method: 'POST', url: register.path, headers, payload: body });
      expect(joined.statusCode).toBe(200);
    });
    for (const { path } of [accounts.login, register]) {
      const request = sent.find(({ name }) => name === `POST ${path}`) as SentSpan;
      const names = childrenOf(request, sent);
      expect(names).toContain('transaction');
      expect(names).toContain('select accounts');
    }
    expect(sent.filter(({ kind, parentSpanId }) => kind !== SERVER && !parentSpanId)).toEqual([]);
  });

  test('belongs to its own request if many wait for a connection', async () => {
    const sent = await traced(async (app, _, db) => {
      app.get('/one', () => db.execute(sql`select 1 from cities limit 1`));
      app.get('/two', () => db.execute(sql`select 1 from careers limit 1`));
      await Promise.all(Array.from({ length: 40 }, (_each, n) => app.inject(n % 2 ? '/one' : '/two')));
    });
    for (const [name, child] of [
      ['GET /one', 'select cities'],
      ['GET /two', 'select careers'],
    ]) {
      const requests = sent.filter((span) => span.name === name);
      expect(requests).toHaveLength(20);
      for (const request of requests) expect(childrenOf(request, sent)).toEqual([child]);
    }
  });

  test('holds the SQLSTATE of an error', async () => {
    const sent = await traced(async (app, _, db) => {
      app.get('/broken', () => inTransaction(db, (tx) => tx.execute(sql`select 'SECRET'::int`)));
      await app.inject('/broken');
    });
    const transaction = sent.find(({ name }) => name === 'transaction') as SentSpan;
    expect([transaction.status.code, attributeOf(transaction, 'error.type')]).toEqual([ERROR, '22P02']);
    expect(JSON.stringify(received)).not.toContain('SECRET');
  });

  test('is not made outside a request', async () => {
    expect(await traced((_, __, db) => db.execute(sql`select 1`))).toEqual([]);
  });
});

test('a mail has a span without its recipient, with an error if it failed', async () => {
  const sent = await traced(async (_, { watchDelivery }) => {
    await watchDelivery(async () => {})();
    await watchDelivery(() => Promise.reject(new RangeError('SECRET@example.org')))().catch(() => {});
  });
  expect(sent.map(({ name, status }) => [name, status.code ?? 0])).toEqual([
    ['mail delivery', 0],
    ['mail delivery', ERROR],
  ]);
  expect(JSON.stringify(received)).not.toContain('SECRET');
});

test('nothing that is sent names a person or holds a secret', async () => {
  const account = await buildAccount(portal.db, { email: 'who@secret.example' });
  const token = await logIn(portal.db, account);
  const headers = {
    authorization: `Bearer ${token}`,
    tracestate: 'vendor=who@secret.example',
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    baggage: `person=${account.idNumber}`,
    'user-agent': `phone of ${account.chineseName}`,
    'x-forwarded-for': '198.51.100.77',
  };
  const form = buildRegistrationForm({ id_number: account.idNumber ?? '', email: 'who@secret.example' });
  const sent = await traced(async (app) => {
    const { headers: kind, body } = await multipart({ fields: form });
    await app.inject({ method: 'POST', url: register.path, headers: { ...headers, ...kind }, payload: body });
    for (const password of [PASSWORD, 'wrong-Guess-1']) {
      const payload = { account: account.idNumber, password };
      await app.inject({ method: 'POST', url: accounts.login.path, headers, payload });
    }
    await app.inject({ url: `/api/photos/${token}?id_number=${account.idNumber}`, headers });
    await app.inject({ url: `/${account.idNumber}`, headers });
  });
  expect(sent.filter(({ kind }) => kind === SERVER)).toHaveLength(5);
  const text = JSON.stringify(received);
  for (const secret of [
    account.idNumber,
    'secret.example',
    token,
    PASSWORD,
    'wrong-Guess-1',
    account.chineseName,
    account.cellPhone,
    '198.51.100.77',
    'argon2',
  ]) {
    expect(text).not.toContain(secret);
  }
});

test('a sampled part of the requests is sent, whatever a caller requests', async () => {
  const headers = { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' };
  expect(await traced((app) => app.inject({ url: '/api/classes', headers }), { ratio: 0 })).toEqual([]);
});

test('without a collector requests are answered, and a stop does not wait for it', async () => {
  const asked: Socket[] = [];
  const mute = net.createServer((socket) => asked.push(socket.resume()));
  await once(mute.listen(0, '127.0.0.1'), 'listening');
  const { port } = mute.address() as AddressInfo;
  await traced(async (app) => expect((await app.inject('/api/classes')).statusCode).toBe(200), {
    endpoint: `http://127.0.0.1:${port}`,
  });
  // The traces still wait for an answer, which nobody gives.
  expect(asked.map(({ destroyed }) => destroyed)).toContain(false);
  mute.close();
  for (const socket of asked) socket.destroy();
});

test('a server that is stopped has sent the traces of its requests', async () => {
  const { dataDir, databaseUrl = '' } = portal.services.config;
  const server = await startServer({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_SERVICE_NAME: 'portal-7',
  });
  await fetch(`${server.address}/api/classes`);
  expect((await server.stop()).code).toBe(0);
  expect(requestIn(spans()).name).toBe(`GET ${catalogue.classes.path}`);
  expect(JSON.stringify(received[0]?.resourceSpans[0]?.resource)).toContain('portal-7');
});
