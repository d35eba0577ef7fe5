import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildCourse } from '../../../test/factories/catalogue.ts';
import { subjects } from '../../catalogue/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { findSubjects } from './achievements.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test('the subjects of a course are read in their order, and those of no other', async () => {
  await buildCourse(portal.db);
  const { id: courseId } = await buildCourse(portal.db, { code: 'LG1', chineseName: '救生員訓練' });
  await portal.db
    .update(subjects)
    .set({ position: sql`10 - ${subjects.position}` })
    .where(eq(subjects.courseId, courseId));
  const last = { kind: '術科', fullScore: 100, passScore: 70, position: 10 } as const;
  await portal.db.insert(subjects).values({ id: 987_654, courseId, name: '水中救生', ...last });
  const stored = await portal.db
    .select({ id: subjects.id })
    .from(subjects)
    .where(eq(subjects.courseId, courseId))
    .orderBy(asc(subjects.position));
  const found = await inTransaction(portal.db, async (tx) => {
    // An index would hide the order in which the rows are stored.
    await tx.execute(sql`set local enable_indexscan = off`);
    await tx.execute(sql`set local enable_bitmapscan = off`);
    return findSubjects(tx, courseId);
  });
  expect(found.map(({ id }) => id)).toEqual(stored.map(({ id }) => id));
  expect(found).toHaveLength(3);
});
