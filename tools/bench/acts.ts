import type { Endpoint } from '@portal/contract/endpoint';
import { submitRoster } from '@portal/contract/groups';
import { callOffClass } from '@portal/contract/office/classes';
import { approveRegistrations } from '@portal/contract/office/enrolment';
import { rejectReport } from '@portal/contract/office/payment';
import { publishResults } from '@portal/contract/office/training';
import { asc, eq } from 'drizzle-orm';
import { buildApp } from '../../server/src/app.ts';
import { subjects } from '../../server/src/catalogue/tables.ts';
import type { State } from '../../server/src/enrolment/states.ts';
import { readConfig } from '../../server/src/platform/config.ts';
import { connect, type Database, inTransaction } from '../../server/src/platform/database/database.ts';
import { openFiles } from '../../server/src/platform/files/files.ts';
import { createLog } from '../../server/src/platform/observe/log.ts';
import { saveScores } from '../../server/src/training/results/save-scores.ts';
import { fill, NOW } from '../../server/test/app.ts';
import { buildAccount, logIn } from '../../server/test/factories/account.ts';
import { buildClass } from '../../server/test/factories/catalogue.ts';
import { buildDesk } from '../../server/test/factories/desk.ts';
import { buildGroup, buildMembership } from '../../server/test/factories/group.ts';
import { buildRegistration } from '../../server/test/factories/registration.ts';
import { seenClass, seenRegistration } from '../../server/test/factories/seen.ts';
import { decidingStaff, enterAs, grant } from '../../server/test/factories/staff.ts';
import { record } from '../../server/test/plans/recorder.ts';
import { medianOf } from './measure.ts';

/* Acts of staff and managers on many people, as calls of an application in this process. */

const ROUNDS = 3;

interface Call {
  readonly endpoint: Endpoint;
  readonly params?: Record<string, string>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

interface Act {
  readonly what: string;
  readonly statements?: number;
  readonly milliseconds?: number;
  /** Makes what the calls of a round need. */
  build(): Promise<Call[]>;
}

export interface ActCost {
  readonly what: string;
  readonly calls: number;
  /** With those that identify the caller. */
  readonly statements: number;
  readonly milliseconds: number;
  /** The most that there may be. */
  readonly goal: { readonly statements?: number | undefined; readonly milliseconds?: number | undefined };
}

const buildPeople = async (db: Database, count: number) => {
  const people: { id: number }[] = [];
  while (people.length < count)
    people.push(await buildAccount(db, { photoKey: `photos/bench-${people.length}` }));
  return people;
};

const actsOn = async (db: Database): Promise<Act[]> => {
  const people = await buildPeople(db, 300);
  const { headers } = await enterAs(db, grant('officer'), grant('cashier'));
  const limitNumber = people.length;

  const seat = async (target: { id: number }, count: number, state: State) => {
    const ids: number[] = [];
    for (const account of people.slice(0, count))
      ids.push((await buildRegistration(db, { class: target, account, state })).id);
    return ids;
  };

  const publish = async (): Promise<Call[]> => {
    const { id: classId, courseId } = await buildClass(db, { startTime: NOW, limitNumber, fee: 0 });
    const ids = await seat({ id: classId }, 300, 'confirmed');
    const asked = await db
      .select()
      .from(subjects)
      .where(eq(subjects.courseId, courseId))
      .orderBy(asc(subjects.position));
    const cells = ids.flatMap((registrationId) =>
      asked.map(({ id: subjectId }) => ({ registrationId, subjectId, score: 80, version: 0 })),
    );
    const by = { actor: decidingStaff(), now: NOW };
    await inTransaction(db, (tx) => saveScores(tx, { classId, cells }, by));
    const seen = ids.map((registrationId) => ({ registrationId, version: 1, result: 1 }));
    return [{ endpoint: publishResults, params: { id: `${classId}` }, headers, body: { people: seen } }];
  };

  const callOff = async (): Promise<Call[]> => {
    const target = await buildClass(db, { limitNumber });
    await seat(target, 60, 'confirmed');
    const body = { reason: 'too_few', text: '人數不足', version: await seenClass(db, target) };
    return [{ endpoint: callOffClass, params: { id: `${target.id}` }, headers, body }];
  };

  const enrolGroup = async (): Promise<Call[]> => {
    const [group, manager] = [await buildGroup(db), await buildAccount(db)];
    await buildMembership(db, { group, account: manager, role: 'manager' });
    const members = people.slice(0, 40);
    for (const account of members) await buildMembership(db, { group, account });
    const { code } = await buildClass(db, { limitNumber });
    const ticks = members.map(({ id }) => ({ id, state: true }));
    const authorization = `Bearer ${await logIn(db, manager)}`;
    const body = { code, group: group.code, members: ticks, admins: [], had_removed: [] };
    return [{ endpoint: submitRoster, headers: { authorization }, body }];
  };

  const reject = async (): Promise<Call[]> => {
    const desk = await buildDesk(db);
    const calls: Call[] = [];
    while (calls.length < 20) {
      const { reportId } = await desk.reported();
      calls.push({
        ...{ endpoint: rejectReport, params: { id: `${reportId}` } },
        ...{ headers, body: { reason: '查無此款' } },
      });
    }
    return calls;
  };

  const approve = async (): Promise<Call[]> => {
    const target = await buildClass(db, { limitNumber });
    const registrations: { id: number; version: number }[] = [];
    // People of this class alone: who is in another one at the same hours is not approved together with others.
    for (const account of await buildPeople(db, 20)) {
      const { id } = await buildRegistration(db, { class: target, account });
      registrations.push({ id, version: await seenRegistration(db, { id }) });
    }
    return [{ endpoint: approveRegistrations, headers, body: { registrations } }];
  };

  return [
    { what: 'publishing 300 results', statements: 60, milliseconds: 500, build: publish },
    { what: 'calling off a class of 60 people who have paid', build: callOff },
    { what: 'enrolling a group of 40', build: enrolGroup },
    { what: 'rejecting 20 reports, one call each', build: reject },
    { what: 'approving 20 registrations of the review queue in one call', build: approve },
  ];
};

export const measureActs = async (databaseUrl: string, dataDir: string): Promise<ActCost[]> => {
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    STAFF_SECOND_FACTOR: 'optional',
  });
  const db = connect(databaseUrl);
  const log = createLog(config.logLevel);
  const app = await buildApp({ db, files: openFiles(config), config, log, clock: () => NOW });

  const make = async ({ endpoint, params, headers, body }: Call): Promise<void> => {
    const url = fill(endpoint.path, params);
    const answer = await app.inject({ method: endpoint.method, url, headers, payload: body });
    const { results = [] } = answer.json() as { results?: { done: boolean }[] };
    if (answer.statusCode !== 200 || results.some(({ done }) => !done))
      throw new Error(`${url}: ${answer.statusCode} ${answer.body}`);
  };

  const costOf = async ({ what, build, ...goal }: Act): Promise<ActCost> => {
    const rounds: { statements: number; milliseconds: number; calls: number }[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const calls = await build();
      const began = performance.now();
      const statements = await record(async () => {
        for (const call of calls) await make(call);
      });
      const milliseconds = performance.now() - began;
      // The first round warms up.
      if (round > 0) rounds.push({ statements: statements.length, milliseconds, calls: calls.length });
    }
    return {
      ...{ what, goal, calls: medianOf(rounds.map(({ calls }) => calls)) },
      statements: Math.max(...rounds.map(({ statements }) => statements)),
      milliseconds: medianOf(rounds.map(({ milliseconds }) => milliseconds)),
    };
  };

  try {
    const costs: ActCost[] = [];
    for (const act of await actsOn(db)) costs.push(await costOf(act));
    return costs;
  } finally {
    await app.close();
    await db.$client.end();
  }
};
