import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildTracesOf } from '../../test/factories/traces.ts';
import { certificates } from '../certificates/tables.ts';
import { registrations } from '../enrolment/tables.ts';
import { payments } from '../money/tables.ts';
import { inTransaction } from '../platform/database/database.ts';
import { recordHandout } from './record-event.ts';
import { type PeopleSource, recordPeople } from './record-people.ts';
import { eventPeople } from './tables.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test('the people of rows are stored once each in order, whatever the rows are, and nobody else', async () => {
  const { db } = portal;
  const person = await buildAccount(db);
  await buildTracesOf(portal, person, NOW);
  const idsOf = async (table: typeof registrations | typeof certificates | typeof payments) =>
    (await db.select({ id: table.id }).from(table)).map(({ id }) => id);
  const sources: [PeopleSource, number[]][] = [
    ['account', [person.id, person.id]],
    ['registration', await idsOf(registrations)],
    ['certificate', await idsOf(certificates)],
    ['payment', await idsOf(payments)],
  ];
  await buildTracesOf(portal, await buildAccount(db), NOW);
  await inTransaction(db, async (tx) => {
    const event = { actor: 'system', action: 'list.export', subject: 'list' } as const;
    for (const [of, ids] of sources) await recordPeople(tx, await recordHandout(tx, event, NOW), { of, ids });
    for (const ids of [[], [3, 1, 2]])
      await recordPeople(tx, await recordHandout(tx, event, NOW), { of: 'account', ids });
  });
  const stored = await db.select({ people: eventPeople.accountIds }).from(eventPeople);
  expect(stored).toEqual([...sources.map(() => ({ people: [person.id] })), { people: [1, 2, 3] }]);
});
