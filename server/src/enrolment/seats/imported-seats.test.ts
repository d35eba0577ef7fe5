import { and, asc, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass } from '../../../test/factories/catalogue.ts';
import { decidingStaff } from '../../../test/factories/staff.ts';
import { auditEvents } from '../../audit/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { addImportedSeats, removeImportedSeats } from './imported-seats.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test('importing and removing a seat each leave an event, with the attendance if the file has one', async () => {
  const startTime = new Date('2026-11-01T01:00:00Z');
  const { id: classId } = await buildClass(portal.db, { startTime });
  const people = [await buildAccount(portal.db), await buildAccount(portal.db)];
  const by = { actor: decidingStaff(), now: NOW };
  const seats = people.map(({ id: accountId }, row) => ({
    ...{ row, classId, accountId, result: 1 as const },
    attendance: row === 0 ? '全勤' : null,
  }));
  const made = await inTransaction(portal.db, (tx) => addImportedSeats(tx, seats, by));
  const [first = 0, second = 0] = [made.get(0), made.get(1)];
  const eventsOf = (action: 'registration.import' | 'registration.remove') =>
    portal.db
      .select({ subjectId: auditEvents.subjectId, actor: auditEvents.actor, after: auditEvents.after })
      .from(auditEvents)
      .where(and(eq(auditEvents.action, action), inArray(auditEvents.subjectId, [first, second])))
      .orderBy(asc(auditEvents.subjectId));
  expect(await eventsOf('registration.import')).toEqual([
    { subjectId: first, actor: 'staff:1', after: { result: 1, attendance: '全勤' } },
    { subjectId: second, actor: 'staff:1', after: { result: 1 } },
  ]);
  const removed = await inTransaction(portal.db, (tx) =>
    removeImportedSeats(tx, [first, second], async () => undefined, by),
  );
  expect(removed).toEqual(new Set([first, second]));
  expect(await eventsOf('registration.remove')).toEqual([
    { subjectId: first, actor: 'staff:1', after: null },
    { subjectId: second, actor: 'staff:1', after: null },
  ]);
});
