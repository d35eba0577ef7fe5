import { classes as classList } from '@portal/contract/catalogue';
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/app.ts';
import { connectPatiently, createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { buildAccount, logIn } from '../../../test/factories/account.ts';
import { buildClass } from '../../../test/factories/catalogue.ts';
import { buildApp } from '../../app.ts';
import { classes } from '../../classes/tables.ts';
import { connect, type Database } from './database.ts';
import { followReplica, lagMeter, MAX_LAG_MS, readAside } from './replica.ts';

describe('the lag of a replica', () => {
  const SECOND = 1_000;

  /** The primary writes a byte a second, from the first to the last second. */
  const meterAfter = (seconds: number) => {
    const meter = lagMeter();
    for (let second = 0; second <= seconds; second++)
      meter.primaryAt({ at: second * SECOND, log: BigInt(second) });
    return meter;
  };

  test.each<[string, bigint, number]>([
    ['that has all', 15n, 0],
    ['that has more than the primary had when it was asked', 16n, 0],
    ['that lacks the last second', 14n, SECOND],
    ['that has stood still for nine seconds', 6n, 9 * SECOND],
  ])('%s', (_, replayed, lag) => {
    expect(meterAfter(15).lagOf(replayed)).toBe(lag);
  });

  test('that has reached nothing known is infinite', () => {
    expect(meterAfter(100).lagOf(50n)).toBe(Number.POSITIVE_INFINITY);
    expect(lagMeter().lagOf(50n)).toBe(Number.POSITIVE_INFINITY);
  });

  test('does not grow while nobody writes', () => {
    const meter = lagMeter();
    meter.primaryAt({ at: 0, log: 7n });
    expect(meter.lagOf(7n)).toBe(0);
    meter.primaryAt({ at: 3_600 * SECOND, log: 7n });
    expect(meter.lagOf(7n)).toBe(0);
    meter.primaryAt({ at: 3_601 * SECOND, log: 8n });
    expect(meter.lagOf(7n)).toBe(SECOND);
    expect(meter.lagOf(8n)).toBe(0);
  });

  test('does not grow while the primary is away, even if its last log is lost', () => {
    const meter = meterAfter(15);
    expect(meter.lagOf(14n)).toBeLessThanOrEqual(MAX_LAG_MS);
    expect(meter.least()).toBe(5n);
    expect(lagMeter().least()).toBe(0n);
  });
});

describe('with a replica', () => {
  let portal: TestPortal;
  let copy: TestDatabase;
  /** A database of its own, so that a test sees which one has answered. */
  let aside: Database;
  let app: FastifyInstance;
  let isCurrent: boolean;

  beforeAll(async () => {
    portal = await openTestPortal();
    copy = await createTestDatabase();
    aside = connectPatiently(copy.url);
    await buildClass(portal.db, { code: 'PRIMARY' });
    await buildClass(aside, { code: 'REPLICA' });
    const replica = { db: aside, isCurrent: () => isCurrent, reaches: async () => true };
    const none = import.meta.dirname;
    const pages = { site: none, office: none, verify: none };
    app = await buildApp({ ...portal.services, replica }, { checkAnswers: true, ...pages });
    await app.ready();
  });
  afterAll(async () => {
    await app.close();
    if (!aside.$client.ended) await aside.$client.end();
    await copy.drop();
    await portal.close();
  });

  /** Lists the classes after the cached answer has expired. */
  const listed = async (token?: string) => {
    portal.clock.now = new Date(portal.clock.now.getTime() + 2_000);
    const { body } = await app.inject({
      url: classList.path,
      headers: token ? { authorization: `Bearer ${token}` } : {},
    });
    return [...body.matchAll(/PRIMARY|REPLICA/g)]
      .map(([code]) => code)
      .filter((code, at, all) => all.indexOf(code) === at);
  };

  test('guests read lists from it, and people who are logged in from the primary', async () => {
    isCurrent = true;
    const token = await logIn(portal.db, await buildAccount(portal.db));
    expect(await listed()).toEqual(['REPLICA']);
    expect(await listed(token)).toEqual(['PRIMARY']);
    expect(await listed()).toEqual(['REPLICA']);
  });

  test('that is behind, guests read from the primary', async () => {
    isCurrent = false;
    expect(await listed()).toEqual(['PRIMARY']);
  });

  test('that is no standby, reads go to the primary', async () => {
    const db = connectPatiently(copy.url);
    let looks = 0;
    db.$client.on('acquire', () => {
      looks += 1;
    });
    const followed = followReplica(portal.db, db, { log: portal.services.log, every: 10 });
    // The second look begins when the first has its outcome.
    await expect.poll(() => looks, { timeout: 10_000 }).toBeGreaterThan(1);
    expect(followed.isCurrent()).toBe(false);
    await followed.stop();
  });

  test('while the primary is away, it answers even if it has just failed', async () => {
    const away = connect('postgres://nobody@127.0.0.1:1/none');
    const replica = { db: aside, isCurrent: () => false, reaches: async () => true };
    const answer = () =>
      readAside({ db: away, replica }, (from) => from.select({ code: classes.code }).from(classes));
    expect(await answer()).toEqual([{ code: 'REPLICA' }]);
    await expect(
      readAside({ db: away, replica: { ...replica, reaches: async () => false } }, (from) =>
        from.select().from(classes),
      ),
    ).rejects.toThrow();
    await away.$client.end();
  });

  test('a read that fails there is repeated on the primary', async () => {
    isCurrent = true;
    await aside.$client.end();
    expect(await listed()).toEqual(['PRIMARY']);
    const answer = await readAside(
      { db: portal.db, replica: { db: aside, isCurrent: () => true, reaches: async () => true } },
      (from) => from.select({ code: classes.code }).from(classes).where(eq(classes.code, sql`'PRIMARY'`)),
    );
    expect(answer).toEqual([{ code: 'PRIMARY' }]);
  });
});
