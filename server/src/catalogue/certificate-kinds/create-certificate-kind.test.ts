import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { asStaff, grant } from '../../../test/factories/staff.ts';
import { actDuring } from '../../../test/locks.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { createCertificateKind, refusingTakenKind } from './create-certificate-kind.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const actor = asStaff({ id: 1, name: '管理員' }, [grant('admin')]);
const create = (tx: Tx, name: string) =>
  createCertificateKind(tx, { name, type: 'ordinary', years: 2 }, { actor, now: NOW });

test('two kinds that are created at the same moment get an id each', async () => {
  let first = 0;
  const second = await actDuring(
    portal.db,
    async (tx) => {
      first = await create(tx, '甲證');
    },
    () => inTransaction(portal.db, (tx) => create(tx, '乙證')),
  );
  expect(second).toBe(first + 1);
});

test('a taken name is refused; other faults are passed on', async () => {
  const again = inTransaction(portal.db, (tx) => create(tx, '甲證'));
  await expect(again).rejects.toMatchObject({ code: 'kind_name_taken' });
  const lost = new Error('the connection was lost');
  await expect(refusingTakenKind(() => Promise.reject(lost))).rejects.toBe(lost);
});
