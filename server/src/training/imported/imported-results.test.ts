import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass } from '../../../test/factories/catalogue.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { decidingStaff } from '../../../test/factories/staff.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { findSubjects } from '../results/achievements.ts';
import { results, scores } from '../tables.ts';
import { addImportedResults, deleteImportedResults } from './imported-results.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test('the results and scores of one person are deleted, and those of others stay', async () => {
  const trainingClass = await buildClass(portal.db, { startTime: NOW });
  const [subject] = await findSubjects(portal.db, trainingClass.courseId);
  const build = async () =>
    buildRegistration(portal.db, {
      ...{ class: trainingClass, account: await buildAccount(portal.db), state: 'confirmed' as const },
      result: 1,
    });
  const [removed, kept] = [await build(), await build()];
  const imported = [removed, kept].map(({ id: registrationId }) => ({
    ...{ registrationId, result: 1 as const },
    scores: [{ subjectId: subject?.id ?? 0, score: 90 }],
  }));
  await inTransaction(portal.db, async (tx) => {
    await addImportedResults(tx, imported, { actor: decidingStaff(), now: NOW });
    await deleteImportedResults(tx, [removed.id]);
  });
  for (const table of [results, scores])
    expect(await portal.db.select({ id: table.registrationId }).from(table)).toEqual([{ id: kept.id }]);
});
