import { eq, sql, sum } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accounts } from '../../src/accounts/tables.ts';
import { auditEvents } from '../../src/audit/tables.ts';
import { checkData } from '../../src/commands/check-data.ts';
import { checkImport } from '../../src/imports/check-import.ts';
import { startImport } from '../../src/imports/start-import.ts';
import { importRows, imports } from '../../src/imports/tables.ts';
import { undoImport } from '../../src/imports/undo-import.ts';
import { jobs } from '../../src/jobs/tables.ts';
import { type Database, inTransaction } from '../../src/platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { nationalId } from '../factories/identity.ts';
import { buildImport, csv, readForCheckOf } from '../factories/import.ts';
import { asStaff, buildStaff, grant } from '../factories/staff.ts';
import { concurrently, connectForRaces, inTurns, type Operation } from './concurrently.ts';
import { holdJobs } from './hold-jobs.ts';
import { type ServerProcess, startServer } from './server-process.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connectForRaces(database.url);
});
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

const admin = async (at: Database) => {
  const grants = [grant('admin')];
  return asStaff(await buildStaff(at, { grants }), grants);
};

const ROUNDS = 6;

interface Twice {
  readonly actor: ReturnType<typeof asStaff>;
  readonly ids: readonly number[];
}

/** Two imports of the same file, after their dry runs. */
const buildTwice = async (n: number): Promise<Twice> => {
  const sha256 = `${n}`.padStart(64, 'f');
  const [one, other] = [await buildImport(db, { sha256 }), await buildImport(db, { sha256 })];
  return { actor: await admin(db), ids: [one.id, other.id] };
};

const starting =
  (at: number): Operation<Twice> =>
  (tx, { actor, ids }, now) =>
    startImport(tx, { importId: ids[at] ?? 0, takesDoubtful: false }, { actor, now });

const race = async (from: number): Promise<string[][]> => {
  const scenarios: Twice[] = [];
  for (let n = 0; n < ROUNDS; n++) scenarios.push(await buildTwice(from + n));
  const outcomes: string[][] = [];
  await inTurns(scenarios, async (scenario, round) => {
    outcomes.push((await concurrently(db, [starting(0), starting(1)], scenario, round)).toSorted());
  });
  return outcomes;
};

test('of two imports of the same file one starts', async () => {
  expect(await race(0)).toEqual(Array(ROUNDS).fill(['done', 'import_known']));
});

test('control: without the index both start', async () => {
  await db.execute(sql`drop index imports_file_once`);
  expect(await race(ROUNDS)).toEqual(Array(ROUNDS).fill(['done', 'done']));
});

/** Enough for several items of each job. */
const PEOPLE = 1200;

const people = () =>
  Array.from({ length: PEOPLE }, (_, n) => [nationalId(n, { letter: 'S' }), '林匯入', '1990-05-14']);

test('people are imported, and undone, once each if the servers are killed meanwhile', async () => {
  const own = await createTestDatabase();
  const ownDb = connectForRaces(own.url);
  let server: ServerProcess = await startServer({ DATABASE_URL: own.url });
  const actor = await admin(ownDb);
  const now = new Date();
  const isUnfinished = sql`${jobs.state} in ('queued', 'running')`;
  const finished = () => expect.poll(() => ownDb.$count(jobs, isUnfinished), { interval: 20 }).toBe(0);
  const done = async () => Number((await ownDb.select({ n: sum(jobs.done) }).from(jobs))[0]?.n);
  const hold = await holdJobs(ownDb);
  /** Kills the server in the middle of an item, as jobs are held there, and starts another. */
  const killHeld = async () => {
    await hold.reached();
    server.kill('SIGKILL');
    await server.exited;
    await hold.end();
    expect(await ownDb.$count(jobs, isUnfinished)).toBe(1);
    await ownDb.execute(sql`update jobs set due_at = now() where ${isUnfinished}`);
  };
  const restart = async () => {
    server = await startServer({ DATABASE_URL: own.url });
  };
  const file = await readForCheckOf(csv(['證號', '姓名', '生日'], ...people()));
  const input = { kind: 'people', fileName: '學員.csv', file } as const;
  await hold.at(2);
  const importId = await inTransaction(ownDb, (tx) => checkImport(tx, input, { actor, now }));
  await killHeld();
  await restart();
  await finished();
  // Everybody has the same name and birth date.
  const isDoubtful = eq(importRows.verdict, 'doubtful');
  expect(await ownDb.$count(importRows, isDoubtful)).toBe(PEOPLE);
  const checked = await done();
  await hold.at(checked + 3);
  await inTransaction(ownDb, (tx) => startImport(tx, { importId, takesDoubtful: true }, { actor, now }));
  await killHeld();
  await hold.at(checked + 9);
  await restart();
  await killHeld();
  await restart();
  await finished();
  expect(await ownDb.$count(accounts)).toBe(PEOPLE);
  const isEvent = eq(auditEvents.action, 'account.import');
  expect(await ownDb.$count(auditEvents, isEvent)).toBe(PEOPLE);
  await hold.at((await done()) + 5);
  await inTransaction(ownDb, (tx) => undoImport(tx, { importId }, { actor, now: new Date() }));
  await killHeld();
  await restart();
  await finished();
  expect(await ownDb.$count(accounts)).toBe(0);
  expect(await ownDb.$count(auditEvents, eq(auditEvents.action, 'account.remove'))).toBe(PEOPLE);
  expect(await ownDb.select({ state: imports.state }).from(imports)).toEqual([{ state: 'undone' }]);
  expect(await checkData(ownDb)).toEqual([]);
  await server.stop();
  hold.close();
  await ownDb.$client.end();
  await own.drop();
});
