import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildClass } from '../../test/factories/catalogue.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { asStaff, buildStaff, decidingStaff, grant } from '../../test/factories/staff.ts';
import { proveTrainee } from '../accounts/actors.ts';
import { inTransaction } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { approveRegistration } from './approve-registration.ts';
import { approveWithoutConcerns } from './approve-without-concerns.ts';
import { cancelRegistration } from './cancel-registration.ts';
import { runDecision } from './decisions.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const now = () => portal.clock.now;

const build = async () => {
  const [opening, account] = [await buildClass(portal.db), await buildAccount(portal.db)];
  return { opening, account, registration: await buildRegistration(portal.db, { class: opening, account }) };
};

const approve = (registrationId: number, actor: Staff) =>
  runDecision(portal.db, { registrationId, actor }, (tx) =>
    approveRegistration(tx, { registrationId }, { actor, now: now() }),
  );

test('the same person may repeat a decision, another one is told who decided', async () => {
  const { registration } = await build();
  const first = await buildStaff(portal.db);
  const actor = asStaff(first, [grant('officer')]);
  await approve(registration.id, actor);
  await approve(registration.id, actor);
  await expect(approve(registration.id, decidingStaff(null, 999_999))).rejects.toMatchObject({
    code: 'review_decided',
    details: { values: { name: first.name, what: '審查通過' } },
  });
});

test('a registration that the trainee has cancelled meanwhile is answered as unknown', async () => {
  const { opening, account, registration } = await build();
  await inTransaction(portal.db, (tx) =>
    cancelRegistration(
      tx,
      { code: opening.code },
      { actor: proveTrainee({ accountId: account.id }), now: now() },
    ),
  );
  await expect(approve(registration.id, decidingStaff())).rejects.toMatchObject({
    code: 'registration_unknown',
  });
});

test('a bulk approval names the colleague who approved one of the registrations before', async () => {
  const { registration } = await build();
  const first = await buildStaff(portal.db);
  await approve(registration.id, asStaff(first, [grant('officer')]));
  const [result] = await approveWithoutConcerns(portal.db, [registration.id], {
    actor: decidingStaff(null, 999_999),
    now: now(),
  });
  expect(result).toMatchObject({ id: registration.id, done: false });
  expect(result?.why).toContain(first.name);
});

test('an error is not reported as the refusal of one registration', async () => {
  const { registration } = await build();
  await expect(
    approveWithoutConcerns(portal.db, [registration.id], {
      actor: decidingStaff(),
      now: new Date(Number.NaN),
    }),
  ).rejects.not.toBeInstanceOf(Refusal);
});

test('the decision of another person is reported only if the work changed nothing', async () => {
  const { registration } = await build();
  await approve(registration.id, asStaff(await buildStaff(portal.db), [grant('officer')]));
  const other = { registrationId: registration.id, actor: decidingStaff(null, 999_999) };
  await expect(runDecision(portal.db, other, async () => true)).resolves.toBeUndefined();
  await expect(runDecision(portal.db, other, async () => false)).rejects.toMatchObject({
    code: 'review_decided',
  });
});

test('without a decision there is nobody to name', async () => {
  const unknown = { registrationId: 999_999_999, actor: decidingStaff() };
  await expect(runDecision(portal.db, unknown, async () => false)).resolves.toBeUndefined();
  const conflict = () => Promise.reject(new Refusal('review_conflict'));
  await expect(runDecision(portal.db, unknown, conflict)).rejects.toMatchObject({ code: 'review_conflict' });
});
