import { statfs } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { connectOutsidePool, type Database } from '../database/database.ts';
import { latestMigration } from '../database/migrate.ts';
import { Refusal } from '../errors.ts';
import type { Services } from '../services.ts';

/** In bytes. With less free, writes that need the disk are refused; reads go on. */
export const MIN_FREE_BYTES = 200 * 1024 * 1024;
const PROBE_LIMITS = { timeout: 1_000, lifetime: 5 };

export const freeDisk = async (dataDir: string): Promise<number> => {
  const { bavail, bsize } = await statfs(dataDir).catch(() => ({
    bavail: Number.MAX_SAFE_INTEGER,
    bsize: 1,
  }));
  return bavail * bsize;
};

/**
 * Whether the database takes writes and its schema has the latest migration of this version; newer ones may be applied
 * too. A standby and a former primary are read-only.
 */
const isDatabaseUsable = async (db: Database): Promise<boolean> => {
  const found = await db
    .execute(
      sql`select from drizzle.__drizzle_migrations where hash = ${latestMigration()}
        and not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'`,
    )
    .catch(() => null);
  return found?.rows.length === 1;
};

interface HealthChecks {
  stopping(): boolean;
  freeBytes(): Promise<number>;
}

/** `/healthz`: the process responds. `/readyz`: the database takes writes, schema and disk are fine, and the server is not stopping. */
export const registerHealth = (
  app: FastifyInstance,
  services: Services,
  { stopping, freeBytes }: HealthChecks,
) => {
  const probe = connectOutsidePool(services.db, PROBE_LIMITS);
  const isReady = async () =>
    !stopping() && (await freeBytes()) >= MIN_FREE_BYTES && (await isDatabaseUsable(probe));
  app.decorate('isReady', isReady);
  app.addHook('onClose', () => probe.$client.end());
  app.get('/healthz', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', async (_, reply) => {
    if (!(await isReady())) throw new Refusal('unavailable', { retryAfter: 2 });
    return reply.header('cache-control', 'no-store').send({ status: 'ready' });
  });
};

declare module 'fastify' {
  interface FastifyInstance {
    /** Tells whether `/readyz` answers 200. */
    isReady(): Promise<boolean>;
  }
  interface FastifyContextConfig {
    allowedOnFullDisk?: boolean;
  }
}

/** Refuses writes with 503 while the disk is nearly full. Checks the disk at most every five seconds. */
export const refuseWritesOnFullDisk = (app: FastifyInstance, freeBytes: () => Promise<number>) => {
  let free = Number.MAX_SAFE_INTEGER;
  let checkedAt = Number.NEGATIVE_INFINITY;
  const check = async () => {
    checkedAt = performance.now();
    free = await freeBytes();
  };
  // Read `routeOptions` last: Fastify builds it on each access, which would halve throughput for guests.
  const obstacle = (request: FastifyRequest) =>
    free < MIN_FREE_BYTES && !request.routeOptions.config.allowedOnFullDisk
      ? new Refusal('unavailable', { retryAfter: 60 })
      : undefined;
  app.addHook('onRequest', (request, _, done) => {
    if (request.method === 'GET' || request.method === 'HEAD') return done();
    // A monotonic clock: setting the system clock back must not stop the checks.
    if (performance.now() - checkedAt <= 5_000) return done(obstacle(request));
    check().then(() => done(obstacle(request)), done);
  });
};
