import { asc } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildClass } from '../../test/factories/catalogue.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { inTransaction } from '../platform/database/database.ts';
import { ERASED_TEXT } from '../platform/database/erased.ts';
import { maskResultReasons } from './mask-reasons.ts';
import { results } from './tables.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test('the reasons for the results of a person are masked, and those of nobody else', async () => {
  const trainingClass = await buildClass(portal.db, { startTime: NOW });
  const build = async (reason: string | null): Promise<number> => {
    const account = await buildAccount(portal.db);
    const { id } = await buildRegistration(portal.db, { class: trainingClass, account, state: 'confirmed' });
    const draft = { state: 'draft', version: 1, updatedBy: 'staff:1', updatedAt: NOW } as const;
    await portal.db.insert(results).values({ registrationId: id, reason, ...draft });
    return id;
  };
  const registrationIds = [await build('身體不適'), await build(null)];
  await build('缺考');
  const masked = await inTransaction(portal.db, (tx) => maskResultReasons(tx, { registrationIds }));
  expect(masked).toEqual({ table: 'results', how: 'masked', rows: 1 });
  const rows = await portal.db.select().from(results).orderBy(asc(results.registrationId));
  expect(rows.map(({ reason }) => reason)).toEqual([ERASED_TEXT, null, '缺考']);
});
