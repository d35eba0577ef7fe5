import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeOrganization } from '../../src/catalogue/organizations/close-organization.ts';
import { organizations } from '../../src/catalogue/tables.ts';
import { publishByStaff } from '../../src/classes/acts/publish-class.ts';
import { classes } from '../../src/classes/tables.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { buildClassWithSession, buildOrganization } from '../factories/catalogue.ts';
import { one } from '../factories/one.ts';
import { asStaff, decidingStaff, grant } from '../factories/staff.ts';
import { concurrently, connectForRaces, inTurns, type Operation } from './concurrently.ts';
import { deadlocksIn } from './deadlocks.ts';
import { connectWithoutGuards } from './without-guards.ts';

/* An organisation is closed while a class of it is published. */

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

const officer = decidingStaff();
const admin = asStaff({ id: 1, name: '管理員' }, [grant('admin')]);

interface Scenario {
  readonly organizationId: number;
  readonly classId: number;
}

const close: Operation<Scenario> = (tx, { organizationId }, now) =>
  closeOrganization(tx, { id: organizationId }, { actor: admin, now });

const publish: Operation<Scenario> = (tx, { classId }, now) =>
  publishByStaff(tx, { id: classId, version: 0, at: null }, { actor: officer, now });

let serial = 0;
const buildScenario = async (): Promise<Scenario> => {
  serial += 1;
  const organization = await buildOrganization(db, { code: `R${serial}`, name: `第${serial}分會` });
  const organizationId = organization.id;
  const { id } = await buildClassWithSession(db, {
    ...{ organizationId, publishedAt: null, endTime: null },
    startTime: new Date('2099-01-01T09:00:00+08:00'),
  });
  return { organizationId, classId: id };
};

/** Whether the organisation is closed, and the state of its class. */
const stored = async ({ organizationId, classId }: Scenario) => {
  const isIt = eq(organizations.id, organizationId);
  const { closedAt } = one(await db.select().from(organizations).where(isIt));
  const { state } = one(await db.select().from(classes).where(eq(classes.id, classId)));
  return [closedAt !== null, state];
};

const closedTogether = async (at: Database) => {
  const ends: unknown[] = [];
  const scenarios: Scenario[] = [];
  for (let n = 0; n < 12; n++) scenarios.push(await buildScenario());
  await inTurns(scenarios, async (scenario, round) => {
    const outcomes = await concurrently(at, [close, publish], scenario, round);
    ends.push([...outcomes, ...(await stored(scenario))]);
  });
  return ends;
};

const CLOSED = ['done', 'organization_closed', true, 'draft'];
const PUBLISHED = ['organization_used', 'done', false, 'published'];

test('either the organisation is closed or the class is published, whoever is first', async () => {
  const ends = await closedTogether(db);
  expect(ends).toContainEqual(CLOSED);
  expect(ends).toContainEqual(PUBLISHED);
  expect(ends.filter((end) => ![CLOSED, PUBLISHED].some((one) => `${one}` === `${end}`))).toEqual([]);
  expect(await deadlocksIn(database.url)).toBe(0);
});

/* The same race without the locks: it must go wrong, or the test above proves nothing. */
describe('control, without the locks', () => {
  let withoutGuard: Database;
  beforeAll(() => {
    withoutGuard = connectWithoutGuards(database.url, (text) =>
      text.replace(/ for (?:no key update|share)/, ''),
    );
  });
  afterAll(() => withoutGuard.$client.end());

  test('a closed organisation has a published class', async () => {
    expect(await closedTogether(withoutGuard)).toContainEqual(['done', 'done', true, 'published']);
  });
});
