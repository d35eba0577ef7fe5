import { exportClasses } from '@portal/contract/office/classes';
import { exportMails } from '@portal/contract/office/correspondence';
import { exportOverdue } from '@portal/contract/office/enrolment';
import { exportPayments } from '@portal/contract/office/payment';
import type { RoleGrant } from '@portal/contract/rights';
import { parse } from 'csv-parse/sync';
import { eq } from 'drizzle-orm';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildClass, buildOrganization } from '../../test/factories/catalogue.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { buildStaff, enterOffice, grant } from '../../test/factories/staff.ts';
import { maskIdentity } from '../accounts/people/mask.ts';
import { mails } from '../mail/tables.ts';
import { recordPayment } from '../money/record-payment.ts';
import { inTransaction } from '../platform/database/database.ts';
import { auditEvents } from './tables.ts';

/* Lists as files: 開課, 逾期未繳, 信件 and 收款紀錄. */

let portal: TestPortal;
let here: Awaited<ReturnType<typeof fillBranch>>;
let there: Awaited<ReturnType<typeof fillBranch>>;

/** A class with somebody who has not paid in time, a mail to them, and a payment. */
const fillBranch = async (organization: { id: number; name: string }) => {
  const trainingClass = await buildClass(portal.db, { organizationId: organization.id });
  const account = await buildAccount(portal.db, { chineseName: '=陳小美' });
  const overdue = { class: trainingClass, account, state: 'unpaid', paymentDue: '2026-11-30' } as const;
  const registration = await buildRegistration(portal.db, overdue);
  const times = { createdAt: NOW, dueAt: NOW };
  await portal.db.insert(mails).values({
    ...{
      accountId: account.id,
      classId: trainingClass.id,
      organizationId: organization.id,
      recipient: 'a@example.com',
    },
    ...{ template: 'registered', data: { name: '' }, state: 'undeliverable', attempts: 1, ...times },
  });
  await inTransaction(portal.db, (tx) => {
    const receipt = {
      ...{ organizationId: organization.id, bankAccountId: null, amount: 500 },
      receivedOn: '2026-11-28',
    };
    const allocations = [
      { registrationId: registration.id, amount: 500, reportId: null, refundReason: '溢繳' },
    ];
    const entry = { ...receipt, kind: 'partial', method: 'cash', lineIds: [], allocations } as const;
    return recordPayment(tx, entry, { actor: 'system', now: NOW });
  });
  return { organization, trainingClass, account };
};

const enter = async (grants: RoleGrant[]) => {
  const staff = await buildStaff(portal.db, { grants });
  return { cookie: await enterOffice(portal.db, staff), 'sec-fetch-site': 'same-origin' };
};

beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  here = await fillBranch(await buildOrganization(portal.db));
  there = await fillBranch(await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' }));
});
afterAll(() => portal.close());

type Branch = typeof here;

/** `row`: the first cells of the row of a branch. */
const lists = [
  {
    endpoint: exportClasses,
    name: '開課',
    matching: { state: 'published' },
    other: { state: 'cancelled' },
    row: ({ trainingClass, organization }: Branch) => [
      trainingClass.code,
      '基本救命術訓練',
      organization.name,
    ],
  },
  {
    endpoint: exportOverdue,
    name: '逾期未繳',
    matching: {},
    other: { class: 'TPE-CPR-9999' },
    row: ({ account }: Branch) => ["'=陳小美", maskIdentity(account.account), account.cellPhone ?? ''],
  },
  {
    endpoint: exportMails,
    name: '信件',
    matching: { state: 'undeliverable' },
    other: { state: 'sent' },
    row: () => ['2026-12-01（二）10:00', '加入學員成功', "'=陳小美", 'a@example.com'],
  },
  {
    endpoint: exportPayments,
    name: '收款紀錄',
    matching: { undone: 'no' },
    other: { undone: 'yes' },
    row: ({ trainingClass }: Branch) => [
      '2026-12-01（二）10:00',
      `'=陳小美（${trainingClass.code}）`,
      '500',
      '部分繳款',
      '現金',
    ],
  },
] as const;
type Exported = (typeof lists)[number];

const send = async ({ endpoint }: Exported, grants: RoleGrant[], body: Record<string, unknown>) =>
  portal.app.inject({ method: 'POST', url: endpoint.path, headers: await enter(grants), payload: body });

const rowsOf = async (list: Exported, grants: RoleGrant[], query: Record<string, unknown>) => {
  const { rawPayload } = await send(list, grants, { ...query, format: 'csv' });
  const [, ...rows] = parse(rawPayload, { bom: true }) as string[][];
  return rows;
};

const auditor = (organization: { id: number } | null) => [grant('auditor', organization?.id ?? null)];

const startsOf = (rows: readonly string[][], { length }: readonly string[]) =>
  rows.map((cells) => cells.slice(0, length));

test.each(lists)('$name holds the rows of the scope as filtered', async (list) => {
  const [own, foreign] = [list.row(here), list.row(there)];
  const all = { ...list.matching };
  expect(startsOf(await rowsOf(list, auditor(here.organization), all), own)).toEqual([own]);
  const both = startsOf(await rowsOf(list, auditor(null), all), own);
  expect(both).toHaveLength(2);
  expect(both).toEqual(expect.arrayContaining([own, foreign]));
  const abroad = { ...all, organization: there.organization.id };
  expect(startsOf(await rowsOf(list, auditor(null), abroad), own)).toEqual([foreign]);
  expect(await rowsOf(list, auditor(here.organization), abroad)).toEqual([]);
  expect(await rowsOf(list, auditor(null), list.other)).toEqual([]);
});

test.each(lists)('$name as XLSX has as many cells as heads in each row', async (list) => {
  const answer = await send(list, auditor(here.organization), { format: 'xlsx' });
  expect(answer.headers['content-disposition']).toContain(encodeURIComponent(`${list.name}.xlsx`));
  const [heads, row, ...rest] = (await readXlsx(answer.rawPayload)).sheets[0]?.rows ?? [];
  expect(rest).toEqual([]);
  expect(row?.length).toBeLessThanOrEqual(heads?.length ?? 0);
  expect(row?.length).toBeGreaterThan(list.row(here).length);
});

const findEvents = () =>
  portal.db.select().from(auditEvents).where(eq(auditEvents.action, 'list.export')).orderBy(auditEvents.id);

test.each(lists)('$name leaves one event with the filter and the number of rows', async (list) => {
  const before = (await findEvents()).length;
  await send(list, auditor(here.organization), { ...list.matching, format: 'csv' });
  const left = (await findEvents()).slice(before);
  expect(left).toMatchObject([
    {
      organizationId: here.organization.id,
      after: { list: list.name, filter: list.matching, format: 'csv', rows: 1, identity: false },
    },
  ]);
});

test.each([
  ['two branches', () => [...auditor(here.organization), ...auditor(there.organization)]],
  ['all branches', () => auditor(null)],
])('the event of a file about %s belongs to no branch', async (_, grantsOf) => {
  await send(lists[0], grantsOf(), { format: 'csv' });
  expect((await findEvents()).at(-1)).toMatchObject({ organizationId: null, after: { rows: 2 } });
});

test.each(lists)('$name is refused to instructors, and to anyone in an unknown format', async (list) => {
  expect((await send(list, [grant('instructor', null)], { format: 'csv' })).statusCode).toBe(403);
  expect((await send(list, auditor(null), { format: 'pdf' })).statusCode).toBe(422);
});
