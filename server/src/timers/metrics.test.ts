import * as catalogue from '@portal/contract/catalogue';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { connectPatiently } from '../../test/database.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildClass } from '../../test/factories/catalogue.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { withMuteDatabase } from '../../test/mute-database.ts';
import { buildApp } from '../app.ts';
import { connect } from '../platform/database/database.ts';
import { createMetrics, type Metrics } from '../platform/observe/metrics.ts';
import { serveMetrics } from '../platform/observe/serve-metrics.ts';
import { addBusinessMetrics } from './business-metrics.ts';

let portal: TestPortal;
let app: FastifyInstance;
let metrics: Metrics;
let served: Awaited<ReturnType<typeof serveMetrics>>;

beforeAll(async () => {
  portal = await openTestPortal();
  metrics = createMetrics(portal.db.$client);
  app = await buildApp(portal.services, { watch: metrics.watch });
  served = await serveMetrics(metrics.register, { host: '127.0.0.1', port: 0 });
});

afterAll(async () => {
  served.stop();
  await app.close();
  await portal.close();
});

const scrape = async () => (await fetch(served.address)).text();
const lines = async (name: string) =>
  (await scrape()).split('\n').filter((line) => line.startsWith(name) && !line.includes('_bucket'));
const figure = async (series: string) =>
  Number((await lines(series)).find((line) => line.startsWith(`${series} `))?.split(' ')[1]);

describe('the figures of calls', () => {
  test('stand under the pattern of the route and the status, never under the address', async () => {
    for (const code of ['SECRET-1', 'SECRET-2', 'SECRET-3']) await app.inject(`/api/class/${code}`);
    await app.inject('/api/classes?search=SECRET');
    const series = (route: string, status: number) =>
      figure(`portal_http_requests_total{method="GET",route="${route}",status="${status}"}`);
    expect(await series(catalogue.classDetail.path, 404)).toBe(3);
    expect(await series(catalogue.classes.path, 200)).toBe(1);
    expect(
      await figure(`portal_http_request_seconds_count{method="GET",route="${catalogue.classDetail.path}"}`),
    ).toBe(3);
    expect(await scrape()).not.toContain('SECRET');
  });

  test('count all addresses without a route as one series', async () => {
    const count = async () => (await lines('portal_http_requests_total')).length;
    await app.inject({ method: 'PUT', url: '/api/nothing' });
    const before = await count();
    for (let at = 0; at < 50; at++) await app.inject({ method: 'PUT', url: `/api/nothing/${at}` });
    expect(await count()).toBe(before);
    expect(
      await figure('portal_http_requests_total{method="unknown",route="unknown",status="404"}'),
    ).toBeGreaterThanOrEqual(51);
  });

  test('count refusals by code', async () => {
    await app.inject({ method: 'POST', url: '/api/class/personal/Record' });
    expect(await figure('portal_refusals_total{code="session_ended"}')).toBe(1);
  });

  test('tell of pool, event loop and memory', async () => {
    const text = await scrape();
    for (const name of ['portal_pool_connections', 'nodejs_eventloop_lag_seconds', 'process_resident_memory'])
      expect(text).toContain(name);
  });
});

describe('portal_ready', () => {
  const readiness = async (beside: Parameters<typeof buildApp>[0], freeBytes?: () => Promise<number>) => {
    const { register, watch } = createMetrics(beside.db.$client);
    const server = await buildApp(beside, { watch, ...(freeBytes && { freeBytes }) });
    try {
      return /^portal_ready (.*)$/m.exec(await register.metrics())?.[1];
    } finally {
      await server.close();
    }
  };

  test('is 1 if /readyz is 200', async () => {
    expect(await readiness(portal.services)).toBe('1');
  });

  test('is 0 if the database answers but takes no writes', async () => {
    const url = new URL(portal.services.config.databaseUrl ?? '');
    url.searchParams.set('options', '-c default_transaction_read_only=on');
    const db = connectPatiently(url.href);
    expect(await readiness({ ...portal.services, db })).toBe('0');
    await db.$client.end();
  });

  test('is 0 if the disk is full', async () => {
    expect(await readiness(portal.services, async () => 0)).toBe('0');
  });

  test('is 0 if the database is away', async () => {
    const db = connect('postgres://127.0.0.1:1/nowhere');
    expect(await readiness({ ...portal.services, db })).toBe('0');
    await db.$client.end();
  });
});

describe('the address of the metrics', () => {
  test('is another than the portal’s, which has no such page', async () => {
    expect((await app.inject('/metrics')).body).not.toContain('portal_http_requests_total');
    expect((await app.inject('/metrics')).statusCode).toBe(404);
  });

  test.each(['/', '/metrics/', '/metrics?x', '/api/classes'])('serves nothing else: %s', async (path) => {
    expect((await fetch(new URL(path, served.address))).status).toBe(404);
  });

  test('that is taken is refused with a sentence', async () => {
    const port = Number(new URL(served.address).port);
    await expect(serveMetrics(metrics.register, { host: '127.0.0.1', port })).rejects.toThrow(/METRICS_PORT/);
  });
});

describe('the figures of the database', () => {
  test('are counted at the scrape', async () => {
    const { db } = portal;
    const full = await buildClass(db, { limitNumber: 1 });
    await buildClass(db, { limitNumber: 9 });
    const { id } = await buildRegistration(db, { class: full, account: await buildAccount(db) });
    await db.execute(sql`insert into registration_events (registration_id, at, actor, action, from_state, to_state) values
      (${id}, now() - interval '61 minutes', 'staff:1', 'registration.note', 'pending', 'pending'),
      (${id}, now() - interval '59 minutes', 'staff:1', 'registration.note', 'pending', 'pending'),
      (${id}, now() - interval '1 minute', 'staff:1', 'registration.note', 'pending', 'pending')`);
    await db.execute(sql`insert into mails (recipient, template, data, state, attempts, due_at, created_at) values
      ('a@example.com', 'registered', '{}', 'queued', 0, now() - interval '1 minute', now() - interval '1 hour'),
      ('b@example.com', 'registered', '{}', 'queued', 0, now() + interval '1 hour', now()),
      ('c@example.com', 'registered', '{}', 'undeliverable', 1, now(), now()),
      ('d@example.com', 'registered', '{}', 'undeliverable', 1, now(), now() - interval '8 days')`);
    await db.execute(sql`update classes set start_time = now() + interval '9 days', apply_until = null`);
    addBusinessMetrics(metrics.register, db, () => new Date());

    expect(await figure('portal_database_up')).toBe(1);
    expect(await figure('portal_mails{state="queued"}')).toBe(2);
    expect(await figure('portal_mails{state="undeliverable"}')).toBe(1);
    expect(await figure('portal_mail_seconds{kind="oldest"}')).toBeCloseTo(3_600, -2);
    expect(await figure('portal_mail_seconds{kind="overdue"}')).toBeCloseTo(60, -2);
    expect(await figure('portal_seats{kind="held"}')).toBe(1);
    expect(await figure('portal_seats{kind="limit"}')).toBe(10);
    expect(await figure('portal_classes{kind="open"}')).toBe(2);
    expect(await figure('portal_classes{kind="full"}')).toBe(1);
    expect(await figure('portal_registration_steps_last_hour{action="registration.note"}')).toBe(2);
    expect(await scrape()).not.toContain('example.com');
  });

  const areLeftOut = async (url: string) => {
    // Only the time limit of the figures ends a question that is not answered.
    const db = connect(url, { max: 1, timeout: 3_600_000 });
    const { register } = createMetrics(portal.db.$client);
    addBusinessMetrics(register, db, () => new Date());
    const text = await register.metrics();
    expect(text).toContain('portal_database_up 0');
    expect(text).not.toMatch(/^portal_mails\{/m);
    expect(text).toContain('process_resident_memory_bytes');
  };

  test('are left out if the database is away; the others stay', () =>
    areLeftOut('postgres://portal@127.0.0.1:1/portal'));

  test('are left out if the database does not answer; the others stay', () =>
    withMuteDatabase({ accepts: 'logins' }, areLeftOut));
});
