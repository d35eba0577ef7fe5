import { randomUUID } from 'node:crypto';
import { addDays, today } from '@portal/contract/dates';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildCertificate, buildInquiry, buildRenewalRequest } from '../../../test/factories/certificate.ts';
import { record } from '../../../test/plans/recorder.ts';
import { auditEvents } from '../../audit/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { unusedFiles } from '../../platform/tables.ts';
import { renewalInquiries } from '../tables.ts';
import { forgetInquiries } from './forget-inquiries.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.db.delete(renewalInquiries);
  await portal.db.delete(unusedFiles);
});

const DAY = 86_400_000;
const ago = (days: number) => new Date(NOW.getTime() - days * DAY);

const forget = (now = NOW) => forgetInquiries(portal.db, 6, now);
const left = async () =>
  (
    await portal.db.select({ id: renewalInquiries.id }).from(renewalInquiries).orderBy(renewalInquiries.id)
  ).map(({ id }) => id);

/** A request that was decided so long ago; open if null. It was sent a month before the certificate ended. */
const requestOf = async (decidedAt: Date | null) => {
  const askedAt = decidedAt ?? ago(400);
  const endTime = addDays(today(askedAt), 30);
  const certificate = await buildCertificate(portal.db, { account: await buildAccount(portal.db), endTime });
  const decision = decidedAt && ({ state: 'rejected', decidedAt } as const);
  return buildRenewalRequest(portal.db, { certificate, askedAt, ...decision });
};

/** An inquiry that was answered with a file. */
const answeredOf = async (request: { id: number }) => {
  const fileKey = `documents/${randomUUID()}`;
  await portal.services.files.put(fileKey, Buffer.from('%PDF'));
  const file = { kind: 'pdf', size: 4, sha256: 'a'.repeat(64), fileKey } as const;
  return buildInquiry(portal.db, { request, answeredAt: ago(300), answer: '如附件', ...file });
};

test('removes inquiries six months after the decision, with their files and an event for each request', async () => {
  const { db } = portal;
  const old = await requestOf(ago(200));
  const [answered] = [await answeredOf(old), await buildInquiry(db, { request: old })];
  const kept = [
    await answeredOf(await requestOf(ago(170))),
    // This request is not decided, however long ago the inquiry was answered.
    await answeredOf(await requestOf(null)),
  ];
  await forget();
  expect(await left()).toEqual(kept.map(({ id }) => id));
  const unused = await db.select({ key: unusedFiles.key }).from(unusedFiles);
  expect(unused).toEqual([{ key: answered.fileKey }]);
  const { actor, subjectId, before } = auditEvents;
  const events = await db
    .select({ actor, subjectId, before })
    .from(auditEvents)
    .where(eq(auditEvents.action, 'renewal.forget'));
  expect(events).toEqual([{ actor: 'system', subjectId: old.id, before: { inquiries: 2 } }]);
});

test('keeps inquiries until the six months are over', async () => {
  const { id } = await answeredOf(await requestOf(new Date('2026-06-01T02:00:00Z')));
  await forget();
  expect(await left()).toEqual([id]);
  await forget(new Date(NOW.getTime() + 1_000));
  expect(await left()).toEqual([]);
});

test('leaves an inquiry that somebody holds for the next run, without waiting', async () => {
  const [held] = [await answeredOf(await requestOf(ago(200))), await answeredOf(await requestOf(ago(200)))];
  await inTransaction(portal.db, async (tx) => {
    await tx.select().from(renewalInquiries).where(eq(renewalInquiries.id, held.id)).for('update');
    await forget();
  });
  expect(await left()).toEqual([held.id]);
});

test('removes those of ten requests with as many statements as those of two', async () => {
  const countFor = async (requests: number) => {
    for (let n = 0; n < requests; n++) await answeredOf(await requestOf(ago(200)));
    return (await record(() => forget())).length;
  };
  const two = await countFor(2);
  expect(await countFor(10)).toBe(two);
});

test('removes more than two hundred, in several transactions', async () => {
  const { db } = portal;
  const request = await requestOf(ago(200));
  await db.insert(renewalInquiries).values(
    Array.from({ length: 201 }, () => ({
      ...{ requestId: request.id, text: '請補件', askedAt: ago(300), answeredAt: ago(299), answer: '好' },
    })),
  );
  await forget();
  expect(await left()).toEqual([]);
  const transactions = sql<number>`count(distinct xmin::text)::int`;
  const events = and(eq(auditEvents.action, 'renewal.forget'), inArray(auditEvents.subjectId, [request.id]));
  expect(await db.select({ transactions }).from(auditEvents).where(events)).toEqual([{ transactions: 2 }]);
});
