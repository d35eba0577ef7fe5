import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildIncident } from '../../test/factories/incident.ts';
import { personViews } from '../accounts/tables.ts';
import { auditEvents } from '../audit/tables.ts';
import { mails } from '../mail/tables.ts';
import { dataExports, incidents } from '../privacy/tables.ts';
import {
  AUDIT_KEPT,
  BATCH_SIZE,
  forgetOldRecords,
  INCIDENTS_KEPT,
  MAILS_KEPT,
  VIEWS_KEPT,
} from './forget-old-records.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const ago = (span: number) => new Date(NOW.getTime() - span);

test('removes records that are older than their retention period, and no others', async () => {
  const { db } = portal;
  const [viewed, viewer] = [await buildAccount(db), await buildAccount(db)];
  const mail = { accountId: viewed.id, recipient: 'a@example.com', template: 'registered', data: {} };
  const sent = { ...mail, state: 'sent' as const, attempts: 1, sentAt: NOW, dueAt: NOW };
  await db.insert(mails).values([
    { ...sent, createdAt: ago(MAILS_KEPT + 1) },
    { ...sent, createdAt: ago(MAILS_KEPT) },
    { ...mail, dueAt: NOW, createdAt: ago(MAILS_KEPT + 1) },
  ]);
  const view = { viewedId: viewed.id, viewerId: viewer.id, what: 'photo' as const };
  await db.insert(personViews).values([
    { ...view, day: '2020-01-01', at: ago(VIEWS_KEPT + 1) },
    { ...view, day: '2026-11-30', at: ago(VIEWS_KEPT) },
  ]);
  await db.insert(dataExports).values([
    { accountId: viewed.id, at: ago(25 * 3_600_000) },
    { accountId: viewed.id, at: NOW },
  ]);
  const closed = { accountId: viewed.id, state: 'closed', closingNote: '已告知' } as const;
  await buildIncident(db, { ...closed, closedAt: ago(INCIDENTS_KEPT + 1) });
  await buildIncident(db, { ...closed, closedAt: ago(INCIDENTS_KEPT) });
  await buildIncident(db, { accountId: viewed.id, createdAt: ago(2 * INCIDENTS_KEPT) });
  const event = { actor: 'system', action: 'account.update', subject: 'account' } as const;
  await db.insert(auditEvents).values([
    { ...event, at: new Date(Date.now() - AUDIT_KEPT - 30 * 24 * 3_600_000) },
    { ...event, at: NOW },
  ]);

  await forgetOldRecords(db, NOW);

  expect(
    (await db.select({ state: mails.state, at: mails.createdAt }).from(mails)).toSorted((a, b) =>
      a.state.localeCompare(b.state),
    ),
  ).toEqual([
    { state: 'queued', at: ago(MAILS_KEPT + 1) },
    { state: 'sent', at: ago(MAILS_KEPT) },
  ]);
  expect(await db.$count(personViews)).toBe(1);
  expect(await db.$count(dataExports)).toBe(1);
  expect(await db.$count(incidents)).toBe(2);
  expect(await db.$count(auditEvents)).toBe(1);
});

test('removes more than one batch', async () => {
  const { db } = portal;
  const { id } = await buildAccount(db);
  await db.execute(sql`
    insert into mails (account_id, recipient, template, data, state, attempts, sent_at, due_at, created_at)
    select ${id}, 'a@example.com', 'registered', '{}', 'sent', 1, now(), now(), ${ago(2 * MAILS_KEPT)}
    from generate_series(1, ${BATCH_SIZE + 5})`);
  await forgetOldRecords(db, NOW);
  expect(await db.$count(mails, sql`account_id = ${id}`)).toBe(0);
});
