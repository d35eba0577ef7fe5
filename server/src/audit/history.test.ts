import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildClass } from '../../test/factories/catalogue.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { inTransaction } from '../platform/database/database.ts';
import { findHistory } from './history.ts';
import { recordEvent } from './record-event.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

type Event = Omit<Parameters<typeof recordEvent>[1], 'actor'>;

const record = (event: Event, now = NOW) =>
  inTransaction(portal.db, (tx) => recordEvent(tx, { ...event, actor: 'system' }, now));

const actionsOf = async (thing: Parameters<typeof findHistory>[1]) =>
  (await findHistory(portal.db, thing)).map(({ action }) => action);

test('a history has no events of another record, nor of another kind of record with the same id', async () => {
  const trainingClass = await buildClass(portal.db);
  const [{ id }, other] = [
    await buildRegistration(portal.db, { class: trainingClass, account: await buildAccount(portal.db) }),
    await buildRegistration(portal.db, { class: trainingClass, account: await buildAccount(portal.db) }),
  ];
  await record({ action: 'course.edit', subject: 'course', subjectId: id });
  await record({ action: 'course.create', subject: 'course', subjectId: other.id });
  await record({ action: 'class.edit', subject: 'class', subjectId: id });
  await record({ action: 'refund.waive', subject: 'registration', subjectId: id });
  await record({ action: 'refund.pay', subject: 'registration', subjectId: other.id });
  expect(await actionsOf({ subject: 'course', id })).toEqual(['course.edit']);
  expect(await actionsOf({ subject: 'class', id })).toEqual(['class.edit']);
  expect((await actionsOf({ subject: 'registration', id })).toSorted()).toEqual([
    'refund.waive',
    'registration.enrol',
  ]);
});

test('a history begins with the event that was recorded last, also after the clock was set back', async () => {
  const of = { subject: 'staff', subjectId: 7 } as const;
  await record({ action: 'staff.sign_in', ...of });
  await record({ action: 'staff.sign_out', ...of });
  await record({ action: 'staff.suspend', ...of }, new Date(NOW.getTime() - 1));
  expect(await actionsOf({ subject: 'staff', id: 7 })).toEqual([
    'staff.suspend',
    'staff.sign_out',
    'staff.sign_in',
  ]);
});

test('events of a registration and those of its money are in the order of their times', async () => {
  const { id } = await buildRegistration(portal.db, {
    class: await buildClass(portal.db),
    account: await buildAccount(portal.db),
  });
  const later = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
  await record({ action: 'refund.pay', subject: 'registration', subjectId: id }, later(2));
  await record({ action: 'refund.waive', subject: 'registration', subjectId: id }, later(1));
  expect(await actionsOf({ subject: 'registration', id })).toEqual([
    'refund.pay',
    'refund.waive',
    'registration.enrol',
  ]);
});
