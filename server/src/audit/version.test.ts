import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { decidingStaff } from '../../test/factories/staff.ts';
import { inTransaction } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import { recordEvent } from './record-event.ts';
import { auditEvents } from './tables.ts';
import { findVersion, isRepeatedStep, refuseOldVersion } from './version.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const course = { subject: 'course', id: 7, actions: ['course.edit'] } as const;

type Event = Omit<Parameters<typeof recordEvent>[1], 'actor'>;

const record = async (event: Partial<Event> = {}): Promise<number> => {
  const edit = { actor: 'system', action: 'course.edit', subject: 'course', subjectId: course.id } as const;
  await inTransaction(portal.db, (tx) => recordEvent(tx, { ...edit, ...event }, NOW));
  const rows = await portal.db.select({ id: auditEvents.id }).from(auditEvents);
  return Math.max(...rows.map(({ id }) => id));
};

const save = (seen: number) =>
  inTransaction(portal.db, (tx) => refuseOldVersion(tx, course, seen)).catch((error: unknown) => error);

test('a version is the last edit of the record itself, 0 before the first', async () => {
  expect(await findVersion(portal.db, course)).toBe(0);
  const edit = await record();
  await record({ subject: 'class' });
  await record({ subjectId: 8 });
  await record({ action: 'course.create' });
  expect(await findVersion(portal.db, course)).toBe(edit);
});

test('an old version is refused with the edits since, and the latest is not', async () => {
  const seen = await record();
  const newer = [await record(), await record()];
  await record({ action: 'course.create' });
  const [first, last] = newer;
  const refusal = await save(seen);
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal).toMatchObject({
    code: 'changed_meanwhile',
    details: { newer: { version: last, changes: [{ key: `audit-${last}` }, { key: `audit-${first}` }] } },
  });
  expect(await save(last ?? 0)).toBeUndefined();
});

test('a step is repeated if the first change since the version was the same step of the same person', async () => {
  const edits = { ...course, id: 9, actions: ['course.edit', 'course.create'] } as const;
  const [mine, other] = [decidingStaff(null, 1), decidingStaff(null, 2)];
  const subjectId = edits.id;
  const seen = await record({ subjectId });
  const edited = async (step: Omit<Parameters<typeof isRepeatedStep>[2], 'action'>) =>
    inTransaction(portal.db, (tx) => isRepeatedStep(tx, edits, { ...step, action: 'course.edit' })).catch(
      ({ code }: Refusal) => code,
    );
  expect(await edited({ version: seen, actor: mine })).toBe(false);
  const editedBy = (actor: typeof mine, action: 'course.edit' | 'course.create') =>
    inTransaction(portal.db, (tx) => recordEvent(tx, { actor, action, subject: 'course', subjectId }, NOW));
  await editedBy(mine, 'course.edit');
  const second = await findVersion(portal.db, edits);
  await editedBy(mine, 'course.create');
  expect([
    await edited({ version: seen, actor: mine }),
    await edited({ version: seen, actor: other }),
    await edited({ version: second, actor: mine }),
    await edited({ version: undefined, actor: other }),
  ]).toEqual([true, 'changed_meanwhile', 'changed_meanwhile', false]);
});
