import * as contract from '@portal/contract/enrolment';
import { submitRoster } from '@portal/contract/groups';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/app.ts';
import { connectPatiently, TIMEOUT_FACTOR } from '../../../test/database.ts';
import { buildAccount, logIn } from '../../../test/factories/account.ts';
import { buildClass } from '../../../test/factories/catalogue.ts';
import { buildGroup, buildMembership } from '../../../test/factories/group.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { proveTrainee } from '../../accounts/actors.ts';
import { classes } from '../../classes/tables.ts';
import { type Database, inTransaction, transactionTracing } from '../../platform/database/database.ts';
import { enrol } from './enrol.ts';
import { CLASS_LIMIT, withinClassLimit } from './limit-per-class.ts';

let portal: TestPortal;
/** A second connection, for transactions that lock the row of a class. */
let holder: Database;

beforeAll(async () => {
  portal = await openTestPortal({}, { timeoutFactor: 1 });
  holder = connectPatiently(portal.services.config.databaseUrl ?? '');
});
afterAll(async () => {
  await holder.$client.end();
  await portal.close();
});

type TrainingClass = Awaited<ReturnType<typeof buildClass>>;

/** Does `work` while the class's row is locked by somebody else. */
const whileLocked = async ({ id }: TrainingClass, work: () => Promise<void>) => {
  const [locked, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = inTransaction(holder, async (tx) => {
    await tx.select().from(classes).where(eq(classes.id, id)).for('update');
    locked.resolve();
    await done.promise;
  });
  await locked.promise;
  await work().finally(done.resolve);
  await holding;
};

const buildPeople = async (size: number) => {
  const people = [];
  for (let n = 0; n < size; n++) {
    const account = await buildAccount(portal.db);
    people.push({ account, token: await logIn(portal.db, account) });
  }
  return people;
};

const enrolIn = ({ code }: TrainingClass, { token }: { token: string }) =>
  portal.call(contract.enrol, { body: { code }, token });

/** Returns what the work returns, and how many transactions failed meanwhile. */
const countingFailures = async <T>(work: () => Promise<T>) => {
  let failures = 0;
  const count = () => {
    failures += 1;
  };
  transactionTracing.error.subscribe(count);
  const answer = await work().finally(() => transactionTracing.error.unsubscribe(count));
  return { answer, failures };
};

/** Idle connections of the pool, and those that it may still open. */
const freeConnections = (): number => {
  const { idleCount, totalCount, options } = portal.db.$client;
  return idleCount + (options.max - totalCount);
};

const ready = async () => (await portal.app.inject('/readyz')).statusCode;

test('twenty enrolments in a class with a locked row are refused together, and nobody in other classes is delayed', async () => {
  const [locked, other] = [await buildClass(portal.db), await buildClass(portal.db)];
  const [inLocked, inOther] = [await buildPeople(20), await buildPeople(10)];
  await whileLocked(locked, async () => {
    const stuck = countingFailures(() => Promise.all(inLocked.map((person) => enrolIn(locked, person))));
    for (const person of inOther) {
      const { status } = await enrolIn(other, person);
      expect([status, await ready()]).toEqual([200, 200]);
    }
    const { answer, failures } = await stuck;
    for (const { status, headers } of answer) expect([status, headers['retry-after']]).toEqual([503, '2']);
    // The first one waits three seconds for the lock; nobody begins to wait for it afterwards.
    expect(failures).toBe(1);
  });
  const [person] = inLocked;
  if (person) expect((await enrolIn(locked, person)).status).toBe(200);
});

test('control: without the limit, enrolments in a locked class use up the connections, and one in another class fails', async () => {
  const [locked, other] = [await buildClass(portal.db), await buildClass(portal.db)];
  const [inLocked, [person]] = [await buildPeople(20), await buildPeople(1)];
  await whileLocked(locked, async () => {
    const stuck = inLocked.map(({ account }) =>
      inTransaction(portal.db, (tx) =>
        enrol(
          tx,
          { code: locked.code },
          { actor: proveTrainee({ accountId: account.id }), now: portal.clock.now },
        ),
      ).catch(() => 'no'),
    );
    await expect.poll(freeConnections).toBe(0);
    if (person) expect((await enrolIn(other, person)).status).toBe(503);
    await Promise.all(stuck);
  });
});

test.each([
  ['that has just come', 0, 4_000, 4_000],
  ['that has waited two and a half seconds', 2_500, 1_000, 2_500],
  ['that has waited for ten', 10_000, 1_000, 1_000],
])('the transaction of a call %s gets what is left of five seconds', async (_, waited, least, most) => {
  const work = async ({ timeout = 0 }) => timeout;
  const timeout = await withinClassLimit(portal.db, 'TPE-FA1-001', work, performance.now() - waited);
  expect([timeout >= least, timeout <= most]).toEqual([true, true]);
});

test.each([
  ['a lock was not free in time', '55P03', true],
  ['a statement took too long', '57014', true],
  ['a value was not valid', '22021', false],
  ['there is no SQL state', undefined, false],
])('an error fails all who wait for the class, if %s (%s): %s', (_, code, fails) => {
  const error = new Error('failed', { cause: Object.assign(new Error(), { code }) });
  expect(CLASS_LIMIT.failsAll(error)).toBe(fails);
});

test('a call waits in the queue of its class for four seconds, times the factor of the database', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { promise, resolve } = Promise.withResolvers<void>();
    const running = Array.from({ length: CLASS_LIMIT.atOnce }, () =>
      withinClassLimit(holder, 'TPE-FA1-002', () => promise),
    );
    let refusal: unknown = null;
    const late = withinClassLimit(holder, 'TPE-FA1-002', () => promise).catch((error: unknown) => {
      refusal = error;
    });
    await vi.advanceTimersByTimeAsync(4_000 * TIMEOUT_FACTOR - 1);
    expect(refusal).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(refusal).toMatchObject({ code: 'crowded' });
    resolve();
    await Promise.all([...running, late]);
  } finally {
    vi.useRealTimers();
  }
});

type Person = Awaited<ReturnType<typeof buildPeople>>[number];
type Answer = Awaited<ReturnType<typeof enrolIn>>;
type Prepare = (
  trainingClass: TrainingClass,
  person: Person,
) => Promise<() => Promise<Pick<Answer, 'status' | 'headers'>>>;

const kinds: [name: string, prepare: Prepare][] = [
  ['enrolment', async (trainingClass, person) => () => enrolIn(trainingClass, person)],
  [
    'cancellation',
    async (trainingClass, { account, token }) => {
      await buildRegistration(portal.db, { class: trainingClass, account });
      return () => portal.call(contract.cancelRegistration, { body: { code: trainingClass.code }, token });
    },
  ],
  [
    'roster',
    async (trainingClass, { account, token }) => {
      const group = await buildGroup(portal.db);
      await buildMembership(portal.db, { group, account, role: 'manager' });
      const ticks = { admins: [{ id: account.id, state: true }], members: [], had_removed: [] };
      return () => portal.call(submitRoster, { body: { code: trainingClass.code, ...ticks }, token });
    },
  ],
];

test.each(kinds)(
  'while four calls of a class run and 500 wait, the next %s is refused at once',
  async (_, prepare) => {
    const [trainingClass, [person]] = [await buildClass(portal.db), await buildPeople(1)];
    if (!person) throw new Error('nobody');
    const call = await prepare(trainingClass, person);
    const { promise, resolve } = Promise.withResolvers<void>();
    const calls = Array.from({ length: 504 }, () =>
      withinClassLimit(portal.db, trainingClass.code, () => promise),
    );
    const answered = Promise.allSettled(calls);
    // One that waited would wait for the release below.
    const { status, headers } = await call();
    resolve();
    expect((await answered).filter(({ status }) => status === 'rejected')).toEqual([]);
    expect([status, headers['retry-after']]).toEqual([503, '2']);
    expect((await call()).status).toBe(200);
  },
);
