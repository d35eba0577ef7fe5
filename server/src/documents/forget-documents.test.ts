import { randomUUID } from 'node:crypto';
import { DOCUMENTS_AT_MOST } from '@portal/contract/documents';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildClass } from '../../test/factories/catalogue.ts';
import { buildDocument } from '../../test/factories/document.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { record } from '../../test/plans/recorder.ts';
import { auditEvents } from '../audit/tables.ts';
import { inTransaction } from '../platform/database/database.ts';
import { unusedFiles } from '../platform/tables.ts';
import { forgetDocuments } from './forget-documents.ts';
import { registrationDocuments } from './tables.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.db.delete(registrationDocuments);
  await portal.db.delete(unusedFiles);
});

const DAY = 86_400_000;

const registrationOf = async (times: { startTime: Date; endTime?: Date | null }) => {
  const { db } = portal;
  const trainingClass = await buildClass(db, { endTime: null, ...times });
  return buildRegistration(db, { class: trainingClass, account: await buildAccount(db) });
};

const ago = (days: number) => new Date(NOW.getTime() - days * DAY);

/** A document of a class that began and ended so many days ago. */
const documentOf = async (began: number, ended?: number) => {
  const endTime = ended === undefined ? null : ago(ended);
  const registration = await registrationOf({ startTime: ago(began), endTime });
  return buildDocument(portal.services, { registration });
};

const forget = () => forgetDocuments(portal.db, 6, NOW);
const leftIds = async () =>
  (await portal.db.select({ id: registrationDocuments.id }).from(registrationDocuments)).map(({ id }) => id);

test('removes documents six months after the end of the class, with their files and an event', async () => {
  const { db } = portal;
  const old = await documentOf(200);
  const kept = [await documentOf(170), await documentOf(200, 170), await documentOf(-30)];
  await forget();
  expect((await leftIds()).sort()).toEqual(kept.map(({ id }) => id).sort());
  const unused = await db.select({ key: unusedFiles.key }).from(unusedFiles);
  expect(unused).toEqual([{ key: old.fileKey }]);
  const events = await db
    .select({ actor: auditEvents.actor, about: auditEvents.subjectId })
    .from(auditEvents)
    .where(eq(auditEvents.action, 'document.forget'));
  expect(events).toEqual([{ actor: 'system', about: old.registrationId }]);
});

test('keeps documents until the six months are over', async () => {
  const sixMonthsAgo = new Date('2026-06-01T02:00:00Z');
  const registration = await registrationOf({ startTime: sixMonthsAgo });
  const { id } = await buildDocument(portal.services, { registration });
  await forget();
  expect(await leftIds()).toEqual([id]);
  await forgetDocuments(portal.db, 6, new Date(NOW.getTime() + 1_000));
  expect(await leftIds()).toEqual([]);
});

test('leaves a document that somebody is changing for the next run, without waiting', async () => {
  const [held] = [await documentOf(200), await documentOf(200)];
  await inTransaction(portal.db, async (tx) => {
    const isHeld = eq(registrationDocuments.id, held.id);
    await tx.select().from(registrationDocuments).where(isHeld).for('update');
    await forget();
  });
  expect(await leftIds()).toEqual([held.id]);
});

test('removes the documents of ten people with as many statements as those of two', async () => {
  const countFor = async (people: number) => {
    for (let n = 0; n < people; n++) await documentOf(200);
    return (await record(forget)).length;
  };
  const two = await countFor(2);
  expect(await countFor(10)).toBe(two);
});

test('removes more than two hundred documents, in several transactions', async () => {
  const { db } = portal;
  const registrationIds: number[] = [];
  for (let left = 201; left > 0; left -= DOCUMENTS_AT_MOST) {
    const { id: registrationId } = await registrationOf({ startTime: ago(200) });
    registrationIds.push(registrationId);
    const row = { registrationId, name: '證照影本', kind: 'pdf', size: 1, sha256: 'a'.repeat(64) } as const;
    await db.insert(registrationDocuments).values(
      Array.from({ length: Math.min(left, DOCUMENTS_AT_MOST) }, (_, at) => ({
        ...row,
        slot: at + 1,
        fileKey: `documents/${randomUUID()}`,
        addedBy: 'system',
        addedAt: NOW,
      })),
    );
  }
  await forget();
  expect(await leftIds()).toEqual([]);
  const transactions = sql<number>`count(distinct xmin::text)::int`;
  const isOfThem = inArray(auditEvents.subjectId, registrationIds);
  const events = and(eq(auditEvents.action, 'document.forget'), isOfThem);
  expect(await db.select({ transactions }).from(auditEvents).where(events)).toEqual([{ transactions: 2 }]);
});
