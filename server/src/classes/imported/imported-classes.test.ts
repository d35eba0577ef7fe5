import { and, asc, eq, inArray, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass, buildCourse, buildOrganization } from '../../../test/factories/catalogue.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { decidingStaff } from '../../../test/factories/staff.ts';
import { freeWhileWaiting } from '../../../test/locks.ts';
import { auditEvents } from '../../audit/tables.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { classes } from '../tables.ts';
import { addImportedClasses } from './add-imported.ts';
import { removeImportedClasses } from './remove-imported.ts';

let portal: TestPortal;
let place: { organizationId: number; courseId: number };
beforeAll(async () => {
  portal = await openTestPortal();
  const { id: organizationId } = await buildOrganization(portal.db);
  place = { organizationId, courseId: (await buildCourse(portal.db)).id };
});
afterAll(() => portal.close());

const context = { actor: decidingStaff(), now: NOW };

/** Returns the ids in the order of the codes. */
const add = async (...codes: string[]): Promise<number[]> => {
  const about = { ...place, startOn: '2024-05-13', endOn: '2024-05-14', hours: 16, place: null };
  const wanted = codes.map((code) => ({ code, ...about }));
  const ids = await inTransaction(portal.db, (tx) => addImportedClasses(tx, wanted, context));
  return codes.map((code) => ids.get(code) ?? 0);
};
const remove = (tx: Tx, codes: readonly string[]) => removeImportedClasses(tx, codes, context);

test('only the imported classes that are named and have no people are removed', async () => {
  const [removed = 0, attended = 0] = await add('PAST-1', 'PAST-2', 'PAST-3');
  await buildRegistration(portal.db, {
    ...{ class: { id: attended }, account: await buildAccount(portal.db), state: 'confirmed' },
  });
  await buildClass(portal.db, { code: 'PAST-4' });
  await inTransaction(portal.db, (tx) => remove(tx, ['PAST-1', 'PAST-2', 'PAST-4']));
  const left = await portal.db.select().from(classes).where(like(classes.code, 'PAST-%'));
  expect(left.map(({ code }) => code).toSorted()).toEqual(['PAST-2', 'PAST-3', 'PAST-4']);
  const events = await portal.db
    .select({ action: auditEvents.action, before: auditEvents.before, after: auditEvents.after })
    .from(auditEvents)
    .where(and(eq(auditEvents.subject, 'class'), eq(auditEvents.subjectId, removed)))
    .orderBy(asc(auditEvents.id));
  expect(events).toEqual([
    { action: 'class.import', before: null, after: { code: 'PAST-1' } },
    { action: 'class.remove', before: { code: 'PAST-1' }, after: null },
  ]);
});

test('imported classes are locked in the order of their ids before they are removed', async () => {
  const codes = ['LOCK-1', 'LOCK-2'];
  const ids = await add(...codes);
  const [first = 0, second] = ids;
  // Rewriting a row moves it to the end of the table.
  await portal.db.update(classes).set({ place: '別處' }).where(eq(classes.id, first));
  await portal.db.execute(sql`analyze classes`);
  const free = await freeWhileWaiting(
    portal.db,
    { table: classes, ids },
    (tx) => tx.select().from(classes).where(eq(classes.id, first)).for('no key update'),
    (tx) => remove(tx, codes),
  );
  expect(free).toEqual([second]);
  expect(await portal.db.$count(classes, inArray(classes.id, ids))).toBe(0);
});
