import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildClass, buildOrganization } from '../../test/factories/catalogue.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { seenRegistration } from '../../test/factories/seen.ts';
import { asStaff, buildStaff, decidingStaff, grant } from '../../test/factories/staff.ts';
import { actDuring } from '../../test/locks.ts';
import { inTransaction, type Tx } from '../platform/database/database.ts';
import { requireSeen, type SeenRegistration, versionOf } from './registration-version.ts';
import { requireRegistrations } from './require-registration.ts';
import { approveRegistration } from './review/approve-registration.ts';
import { moveRegistration } from './seats/move-registration.ts';
import { registrationEvents } from './tables.ts';

let portal: TestPortal;
let here: { id: number };
let elsewhere: { id: number };
beforeAll(async () => {
  portal = await openTestPortal();
  here = await buildOrganization(portal.db);
  elsewhere = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
});
afterAll(() => portal.close());

const build = async ({ id: organizationId }: { id: number }) => {
  const trainingClass = await buildClass(portal.db, { organizationId });
  return buildRegistration(portal.db, { class: trainingClass, account: await buildAccount(portal.db) });
};

const access = (organizationId: number) =>
  ({ actor: decidingStaff(organizationId), right: 'registration.review' }) as const;

describe('several registrations', () => {
  test('are returned if the right holds for each', async () => {
    const [one, two] = [await build(here), await build(here)];
    const found = await requireRegistrations(portal.db, [one.id, two.id], access(here.id));
    expect(found.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([one.id, two.id]);
  });

  test('are unknown if the right does not hold for one of them, or one does not exist', async () => {
    const [own, theirs] = [await build(here), await build(elsewhere)];
    for (const ids of [
      [own.id, theirs.id],
      [theirs.id, own.id],
      [own.id, 999_999],
    ])
      await expect(requireRegistrations(portal.db, ids, access(here.id))).rejects.toMatchObject({
        code: 'registration_unknown',
      });
  });
});

test('the version in a list is that of the own last step, whatever happened to others since', async () => {
  const [{ id }, other] = [await build(here), await build(here)];
  const seen = await seenRegistration(portal.db, { id });
  const event = { at: NOW, actor: 'staff:1', fromState: 'pending', toState: 'pending' } as const;
  await portal.db.insert(registrationEvents).values([
    { ...event, registrationId: id, action: 'registration.note' },
    { ...event, registrationId: other.id, action: 'registration.enrol' },
  ]);
  const { rows } = await portal.db.execute(sql`select ${versionOf(sql`${id}`)} as version`);
  expect(rows.map(({ version }) => Number(version))).toEqual([seen]);
});

describe('an officer who saw an older version of a registration', () => {
  const by = async () => ({
    actor: asStaff(await buildStaff(portal.db, { name: '林承辦' }), [grant('officer')]),
    now: NOW,
  });
  const require = (seen: SeenRegistration, organizationId: number) =>
    inTransaction(portal.db, (tx) => requireSeen(tx, seen, access(organizationId)));

  test('is told who moved it to another class in the meantime', async () => {
    const { id } = await build(here);
    const seen = { registrationId: id, version: await seenRegistration(portal.db, { id }) };
    const target = await buildClass(portal.db, { organizationId: here.id });
    const colleague = await by();
    const move = (tx: Tx) =>
      moveRegistration(tx, { registrationId: id, code: target.code, difference: 0, reason: null }, colleague);
    const required = actDuring(portal.db, move, () => require(seen, here.id));
    await expect(required).rejects.toMatchObject({
      code: 'changed_meanwhile',
      details: { values: { name: '林承辦' } },
    });
  });

  test('is not told who changed it if it belongs to another branch', async () => {
    const { id } = await build(here);
    const seen = { registrationId: id, version: await seenRegistration(portal.db, { id }) };
    const colleague = await by();
    await inTransaction(portal.db, (tx) => approveRegistration(tx, seen, colleague));
    await expect(require(seen, elsewhere.id)).rejects.toMatchObject({ code: 'registration_unknown' });
  });
});
