import { statfs } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { connectBeside, type Database } from './database.ts';
import { Refusal } from './errors.ts';
import { latestMigration } from './migrate.ts';
import type { Services } from './services.ts';

/** Bytes. With less free, writes that need the disk are refused and reads go on. */
export const DISK_FLOOR = 200 * 1024 * 1024;
const DATABASE_PATIENCE = 1_000;

export const freeDisk = async (dataDir: string): Promise<number> => {
  const { bavail, bsize } = await statfs(dataDir).catch(() => ({
    bavail: Number.MAX_SAFE_INTEGER,
    bsize: 1,
  }));
  return bavail * bsize;
};

/** Newer migrations may be applied too. */
const databaseCurrent = async (db: Database): Promise<boolean> => {
  const found = await db
    .execute(sql`select from drizzle.__drizzle_migrations where hash = ${latestMigration()}`)
    .catch(() => null);
  return found?.rows.length === 1;
};

interface Circumstances {
  stopping(): boolean;
  freeBytes(): Promise<number>;
}

/** `/healthz`: the process responds. `/readyz`: database, schema and disk are fine, and the server is not stopping. */
export const registerHealth = (
  app: FastifyInstance,
  services: Services,
  { stopping, freeBytes }: Circumstances,
) => {
  const probe = connectBeside(services.db, DATABASE_PATIENCE);
  app.addHook('onClose', () => probe.$client.end());
  app.get('/healthz', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', async (_, reply) => {
    const ready = !stopping() && (await freeBytes()) >= DISK_FLOOR && (await databaseCurrent(probe));
    if (!ready) throw new Refusal('unavailable', { retryAfter: 2 });
    return reply.header('cache-control', 'no-store').send({ status: 'ready' });
  });
};

declare module 'fastify' {
  interface FastifyContextConfig {
    allowedOnFullDisk?: boolean;
  }
}

/** Refuses writes with 503 while the disk is nearly full. Checks the disk at most every five seconds. */
export const refuseWritesOnFullDisk = (app: FastifyInstance, freeBytes: () => Promise<number>) => {
  let free = Number.MAX_SAFE_INTEGER;
  let lookedAt = Number.NEGATIVE_INFINITY;
  app.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD') return;
    // Monotonic: setting the system clock back must not stop the checks.
    if (performance.now() - lookedAt > 5_000) {
      lookedAt = performance.now();
      free = await freeBytes();
    }
    // Checked last: Fastify builds `routeOptions` on each access, which would halve throughput for guests.
    if (free < DISK_FLOOR && !request.routeOptions.config.allowedOnFullDisk) {
      throw new Refusal('unavailable', { retryAfter: 60 });
    }
  });
};
