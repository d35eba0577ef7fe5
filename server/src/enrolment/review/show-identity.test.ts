import { IDENTITY_LOOKS } from '@portal/contract/office/enrolment';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass } from '../../../test/factories/catalogue.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { asStaff, buildStaff, grant } from '../../../test/factories/staff.ts';
import { auditEvents } from '../../audit/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { showIdentity } from './show-identity.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test('nothing is shown, and no look recorded, once the budget of the officer is used up', async () => {
  const account = await buildAccount(portal.db);
  const trainingClass = await buildClass(portal.db);
  const { id } = await buildRegistration(portal.db, { class: trainingClass, account, state: 'unpaid' });
  const actor = asStaff(await buildStaff(portal.db), [grant('officer')]);
  const look = () =>
    inTransaction(portal.db, (tx) => showIdentity(tx, { registrationId: id }, { actor, now: NOW }));
  for (let n = 0; n < IDENTITY_LOOKS; n++)
    expect(await look()).toEqual({ identity: account.account, birthday: account.birthday });
  expect(await look()).toBeNull();
  const looks = and(eq(auditEvents.action, 'person.show_identity'), eq(auditEvents.subjectId, id));
  expect(await portal.db.$count(auditEvents, looks)).toBe(IDENTITY_LOOKS);
});
