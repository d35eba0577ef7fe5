import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DOCUMENTS_AT_MOST } from '@portal/contract/documents';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proveTrainee } from '../../src/accounts/actors.ts';
import { checkData } from '../../src/commands/check-data.ts';
import { checkFiles } from '../../src/commands/check-files.ts';
import { addDocument } from '../../src/documents/add-document.ts';
import { findGiven, lockForDocuments } from '../../src/documents/queries.ts';
import { freeSlot, mayAdd } from '../../src/documents/rules.ts';
import { registrationDocuments } from '../../src/documents/tables.ts';
import { cancelRegistration } from '../../src/enrolment/seats/cancel-registration.ts';
import { registrations } from '../../src/enrolment/tables.ts';
import { type Database, inTransaction, type Tx } from '../../src/platform/database/database.ts';
import { openFiles } from '../../src/platform/files/files.ts';
import { createLog } from '../../src/platform/observe/log.ts';
import { sweepFiles } from '../../src/timers/sweep-files.ts';
import { connectPatiently, createTestDatabase, type TestDatabase } from '../database.ts';
import { buildAccount } from '../factories/account.ts';
import { one } from '../factories/one.ts';
import { buildRegistration } from '../factories/registration.ts';
import { untilWaiting } from '../locks.ts';
import { multipart } from '../multipart.ts';
import { resultOf } from './concurrently.ts';
import { buildCrowd, buildOpenClass, type Person } from './crowd.ts';
import { look } from './look.ts';
import { type ServerProcess, startServer } from './server-process.ts';

let database: TestDatabase;
let db: Database;
let folder: string;
let picture: Buffer;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connectPatiently(database.url, { max: 20 });
  folder = await mkdtemp(path.join(os.tmpdir(), 'portal-documents-'));
  picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer();
});

afterAll(async () => {
  await db.$client.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const build = async () => {
  const [trainingClass, account] = [await buildOpenClass(db, 20), await buildAccount(db)];
  return {
    trainingClass,
    account,
    registration: await buildRegistration(db, { class: trainingClass, account }),
  };
};
type Built = Awaited<ReturnType<typeof build>>;

const readUnlocked = async (from: Database | Tx, id: number) =>
  one(await from.select().from(registrations).where(eq(registrations.id, id)));

const add = async ({ account, registration }: Built): Promise<string> => {
  const services = {
    db,
    files: openFiles({ dataDir: folder, filesUrl: undefined }),
    log: createLog('silent'),
  };
  const own = await readUnlocked(db, registration.id);
  const actor = proveTrainee({ accountId: account.id });
  const document = { asked: null, name: '證照.jpg', bytes: picture };
  return resultOf(
    addDocument(services, { registration: own, ...document }, { actor, now: new Date(), idempotency: null }),
  );
};

const slotsOf = async ({ registration }: Built): Promise<number[]> => {
  const rows = await db
    .select({ slot: registrationDocuments.slot })
    .from(registrationDocuments)
    .where(eq(registrationDocuments.registrationId, registration.id))
    .orderBy(registrationDocuments.slot);
  return rows.map(({ slot }) => slot);
};

const cancelIn = (tx: Tx, { trainingClass, account }: Built) =>
  cancelRegistration(
    tx,
    { code: trainingClass.code },
    { actor: proveTrainee({ accountId: account.id }), now: new Date() },
  );

test('of eight simultaneous documents five are stored, each in a slot of its own', async () => {
  for (let round = 0; round < 5; round += 1) {
    const built = await build();
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => add(built)));
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(DOCUMENTS_AT_MOST);
    expect(outcomes.filter((outcome) => outcome === 'documents_full')).toHaveLength(3);
    expect(await slotsOf(built)).toEqual([1, 2, 3, 4, 5]);
  }
});

test('a document that waits for a cancellation is refused', async () => {
  const built = await build();
  let waiting: Promise<string> | undefined;
  await inTransaction(db, async (tx) => {
    await cancelIn(tx, built);
    waiting = add(built);
    await untilWaiting(db, waiting);
  });
  expect(await waiting).toBe('documents_closed');
  expect(await slotsOf(built)).toEqual([]);
});

/* The same races with an upload that reads first and then writes: they must go wrong, or the tests above prove nothing. */
describe('control, without the guard', () => {
  const addUnguarded = (
    { registration, account }: Built,
    lock: (tx: Tx, id: number) => Promise<{ state: Parameters<typeof mayAdd>[0] }>,
  ) =>
    inTransaction(db, async (tx) => {
      const { state } = await lock(tx, registration.id);
      const slot = freeSlot((await findGiven(tx, [registration.id])).map((row) => row.slot));
      if (!mayAdd(state) || slot === null) return;
      await sleep(20);
      await tx.insert(registrationDocuments).values({
        ...{ registrationId: registration.id, slot, name: '證照', kind: 'jpeg', size: 1 },
        ...{ sha256: '0'.repeat(64), fileKey: `documents/${crypto.randomUUID()}` },
        ...{ addedBy: `account:${account.id}`, addedAt: new Date() },
      });
    });

  test('with the lock on the registration alone, five documents are stored', async () => {
    const built = await build();
    await Promise.all(Array.from({ length: 8 }, () => addUnguarded(built, lockForDocuments)));
    expect(await slotsOf(built)).toEqual([1, 2, 3, 4, 5]);
  });

  test('without the lock several documents take one slot, and only the index refuses them', async () => {
    const built = await build();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => addUnguarded(built, readUnlocked)),
    );
    expect(outcomes.filter(({ status }) => status === 'rejected')).not.toEqual([]);
  });

  test('without the lock a registration gets a document after it is cancelled', async () => {
    const built = await build();
    let adding: Promise<void> | undefined;
    await inTransaction(db, async (tx) => {
      await cancelIn(tx, built);
      adding = addUnguarded(built, readUnlocked);
      await sleep(10);
    });
    await adding;
    const [found] = await db.select().from(registrations).where(eq(registrations.id, built.registration.id));
    expect([found?.state, await slotsOf(built)]).toEqual(['cancelled', [1]]);
  });
});

describe('a server killed during uploads', () => {
  let DATA_DIR: string;
  let server: ServerProcess | undefined;
  beforeAll(async () => {
    DATA_DIR = await mkdtemp(path.join(os.tmpdir(), 'portal-documents-'));
  });
  afterAll(async () => {
    if (server?.isAlive()) await server.stop();
    await rm(DATA_DIR, { recursive: true, force: true });
  });

  const start = async () => {
    server = await startServer({ DATA_DIR });
    return server;
  };

  /** Returns the id of the document, or null if no answer came. */
  const upload = async ({ address }: ServerProcess, { token, id }: Person): Promise<number | null> => {
    const { headers, body } = await multipart({ fields: {}, file: { bytes: picture } });
    try {
      const url = `${address}/api/registrations/${id}/documents`;
      const sent = { method: 'POST', headers: { ...headers, authorization: `Bearer ${token}` }, body };
      const response = await fetch(url, sent);
      return ((await response.json()) as { id: number }).id;
    } catch {
      return null;
    }
  };

  const KILLS = 2;

  test('keeps each document that it answered, with its file, and leaves no file for good', async () => {
    const first = await start();
    // Requests name the registration instead of its person.
    const people = await look(DATA_DIR, async (own) => {
      const trainingClass = await buildOpenClass(own, 200);
      const crowd = await buildCrowd(own, 150);
      const uploaders: Person[] = [];
      for (const { id, token } of crowd) {
        const registration = await buildRegistration(own, { class: trainingClass, account: { id } });
        uploaders.push({ token, id: registration.id });
      }
      return uploaders;
    });
    const answered: number[] = [];
    let [unanswered, current] = [0, first];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const workers = Array.from({ length: 6 }, async () => {
        for (let person = people.pop(); person; person = people.pop()) {
          const id = await upload(current, person);
          if (id === null) {
            unanswered += 1;
            return;
          }
          answered.push(id);
        }
      });
      await sleep(60 * kill);
      // The first answers take longer on a busy machine.
      while (answered.length < 2 * (kill + 1)) await sleep(1);
      current.kill('SIGKILL');
      await Promise.all([...workers, current.exited]);
      current = await start();
    }
    expect(answered.length).toBeGreaterThan(KILLS);
    expect(unanswered).toBeGreaterThan(0);

    await look(DATA_DIR, async (own) => {
      const services = { db: own, files: openFiles({ dataDir: DATA_DIR, filesUrl: undefined }) };
      const { rows } = await own.execute<{ id: string }>(sql`select id from registration_documents`);
      const kept = rows.map(({ id }) => Number(id));
      expect(answered.filter((id) => !kept.includes(id))).toEqual([]);
      expect(await checkData(own)).toEqual([]);
      const days = (n: number) => new Date(Date.now() + n * 86_400_000);
      // A file without a row is noted first, and removed when no backup needs it any more.
      for (const at of [days(0), days(3), days(6)]) await sweepFiles(services, at);
      expect(await checkFiles(services, days(6))).toEqual([]);
    });
    expect(await current.stop()).toMatchObject({ code: 0 });
  });
});
