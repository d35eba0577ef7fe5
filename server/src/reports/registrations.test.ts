import { events, exportEvents } from '@portal/contract/office/audit';
import { exportRegistrations, registrationList } from '@portal/contract/office/enrolment';
import type { RoleGrant } from '@portal/contract/rights';
import { parse } from 'csv-parse/sync';
import { eq } from 'drizzle-orm';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildClass, buildOrganization, nameInstructor } from '../../test/factories/catalogue.ts';
import { buildGroup, buildMembership } from '../../test/factories/group.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { buildStaff, buildTotp, enterOffice, grant } from '../../test/factories/staff.ts';
import { accounts } from '../accounts/tables.ts';
import { auditEvents } from '../audit/tables.ts';

const HOSTILE = [
  '=cmd|calc',
  '+1',
  '-2+3',
  '@SUM(A1)',
  '＝1+1',
  '＋1',
  '－1',
  '＠x',
  '王"小"明',
  '王\n小明',
  '<script>alert(1)</script>',
  "O'Neil, 王;明",
];

let portal: TestPortal;
let here: { id: number; name: string };
let there: { id: number };
let trainingClass: Awaited<ReturnType<typeof buildClass>>;
let elsewhere: Awaited<ReturnType<typeof buildClass>>;
let group: Awaited<ReturnType<typeof buildGroup>>;

const enter = async (grants: RoleGrant[], confirmedAt = NOW) => {
  const staff = await buildStaff(portal.db, { grants });
  await buildTotp(portal.db, staff);
  const cookie = await enterOffice(portal.db, staff, { confirmedAt });
  return { staff, headers: { cookie, 'sec-fetch-site': 'same-origin' } };
};
type Headers = Awaited<ReturnType<typeof enter>>;

beforeAll(async () => {
  portal = await openTestPortal();
  const { db } = portal;
  here = await buildOrganization(db);
  there = await buildOrganization(db, { code: 'KHH', name: '高雄市分會' });
  trainingClass = await buildClass(db, { organizationId: here.id });
  elsewhere = await buildClass(db, { organizationId: there.id });
  group = await buildGroup(db);
  for (const chineseName of HOSTILE) {
    const account = await buildAccount(db);
    await db.update(accounts).set({ chineseName }).where(eq(accounts.id, account.id));
    await buildRegistration(db, { class: trainingClass, account });
  }
  const member = await buildAccount(db, { chineseName: '陳小美' });
  await buildMembership(db, { group, account: member });
  await buildRegistration(db, { class: trainingClass, account: member, group, state: 'unpaid' });
  await buildRegistration(db, { class: elsewhere, account: member, state: 'rejected' });
});
afterAll(() => portal.close());

const list = async (as: Headers, query: Record<string, string> = {}) =>
  (await portal.call(registrationList, { ...as, query })).answer;

test('a row names person, class and state, with the identity number masked', async () => {
  const { rows } = await list(await enter([grant('officer', here.id)]), { person: '小美' });
  expect(rows).toEqual([
    {
      id: expect.any(Number),
      version: 0,
      createdAt: '2026-12-01T10:00:00+08:00',
      state: 'unpaid',
      person: {
        ...{ id: expect.any(Number), name: '陳小美', birthday: '1990-**-**', employer: null },
        identity: expect.stringMatching(/^.{3}\*{5}.{2}$/),
        contact: { phone: expect.any(String), email: expect.stringContaining('@') },
      },
      class: {
        code: trainingClass.code,
        course: '基本救命術訓練',
        startTime: expect.stringMatching(/^2026-12-31T/),
        organization: here.name,
      },
      group: { id: group.id, code: group.code, name: group.name },
      paymentDue: null,
      paid: 0,
      result: null,
    },
  ]);
});

test('the contacts of people are for those who may read people', async () => {
  const as = await enter([grant('instructor', here.id)]);
  await nameInstructor(portal.db, trainingClass, as.staff);
  const { rows } = await list(as);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map(({ person }) => person.contact)).toEqual(rows.map(() => null));
});

test.each<[name: string, grants: () => RoleGrant[], codes: () => string[]]>([
  ['an officer of one branch', () => [grant('officer', here.id)], () => [trainingClass.code]],
  ['one of the other', () => [grant('auditor', there.id)], () => [elsewhere.code]],
  ['somebody for all', () => [grant('cashier')], () => [trainingClass.code, elsewhere.code]],
  [
    'somebody for both',
    () => [grant('officer', here.id), grant('cashier', there.id)],
    () => [trainingClass.code, elsewhere.code],
  ],
  ['an instructor, whom no class names yet', () => [grant('instructor', here.id)], () => []],
])('%s sees the registrations of their scope', async (_, grants, codes) => {
  const as = await enter(grants());
  const { rows, total } = await list(as);
  expect([...new Set(rows.map((row) => row.class.code))].toSorted()).toEqual(codes().toSorted());
  expect(total.count).toBe(rows.length);
  expect((await list(as, { class: elsewhere.code })).rows.length).toBe(
    codes().includes(elsewhere.code) ? 1 : 0,
  );
});

test('an instructor sees only registrations of classes that name them', async () => {
  const as = await enter([grant('instructor', here.id)]);
  await nameInstructor(portal.db, trainingClass, as.staff);
  await nameInstructor(portal.db, elsewhere, as.staff);
  const all = await list(as);
  expect([...new Set(all.rows.map((row) => row.class.code))]).toEqual([trainingClass.code]);
  expect((await list(as, { class: trainingClass.code })).rows.length).toBe(all.rows.length);
  expect((await list(as, { class: elsewhere.code })).rows).toEqual([]);
  const other = await enter([grant('instructor', here.id)]);
  expect((await list(other, { class: trainingClass.code })).rows).toEqual([]);
});

test('an officer opens the roster of a class that they teach elsewhere', async () => {
  const as = await enter([grant('officer', here.id), grant('instructor', there.id)]);
  expect((await list(as, { class: elsewhere.code })).rows).toEqual([]);
  await nameInstructor(portal.db, elsewhere, as.staff);
  expect((await list(as, { class: elsewhere.code })).rows.length).toBe(1);
});

test('an officer who teaches elsewhere lists the classes there once they choose that branch', async () => {
  const as = await enter([grant('officer', here.id), grant('instructor', there.id)]);
  const codes = async (query: Record<string, string>) => [
    ...new Set((await list(as, query)).rows.map((row) => row.class.code)),
  ];
  expect(await codes({ organization: `${there.id}` })).toEqual([]);
  await nameInstructor(portal.db, elsewhere, as.staff);
  expect(await codes({ organization: `${there.id}` })).toEqual([elsewhere.code]);
  expect(await codes({})).not.toContain(elsewhere.code);
  expect(await codes({ organization: `${here.id}` })).toContain(trainingClass.code);
});

test('filters by class, state, group, person, day and organisation', async () => {
  const as = await enter([grant('officer')]);
  const count = async (query: Record<string, string>) => (await list(as, query)).total.count;
  expect(await count({ class: trainingClass.code })).toBe(HOSTILE.length + 1);
  expect(await count({ state: 'rejected' })).toBe(1);
  expect(await count({ class: trainingClass.code, state: 'rejected' })).toBe(0);
  expect(await count({ group: group.code })).toBe(1);
  expect(await count({ person: '陳小美' })).toBe(2);
  const { rows } = await list(as, { person: '陳小美' });
  expect(new Set(rows.map(({ person }) => person.id)).size).toBe(1);
  expect(await count({ account: `${rows[0]?.person.id}` })).toBe(2);
  expect(await count({ person: '陳小美', organization: String(there.id) })).toBe(1);
  expect(await count({ from: '2026-12-01', until: '2026-12-01' })).toBe(HOSTILE.length + 2);
  expect(await count({ from: '2026-12-02' })).toBe(0);
});

test('sorting by name works within a class, and only there', async () => {
  const as = await enter([grant('officer')]);
  const { rows } = await list(as, { class: trainingClass.code, sort: 'name' });
  const backwards = await list(as, { class: trainingClass.code, sort: '-name' });
  expect(rows.length).toBe(HOSTILE.length + 1);
  expect(backwards.rows).toEqual(rows.toReversed());
  expect((await portal.call(registrationList, { ...as, query: { sort: 'name' } })).status).toBe(422);
});

describe('export', () => {
  const send = async (as: Headers, body: Record<string, unknown>) =>
    portal.app.inject({ method: 'POST', url: exportRegistrations.path, headers: as.headers, payload: body });

  const lastEvent = async () =>
    (await portal.db.select().from(auditEvents).where(eq(auditEvents.action, 'list.export'))).at(-1);

  /** A cell as a spreadsheet must get it: one that it would compute is led by an apostrophe. */
  const harmless = (text: string) => (/^[=+\-@＝＋－＠]/.test(text) ? `'${text}` : text);

  test('CSV is the list as filtered, row by row, with formulas made harmless', async () => {
    const as = await enter([grant('officer', here.id)]);
    const query = { class: trainingClass.code, sort: 'name' };
    const answer = await send(as, { ...query, format: 'csv' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-disposition']).toContain(encodeURIComponent('報名名單.csv'));
    expect(answer.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const [heads, ...rows] = parse(answer.rawPayload, { bom: true }) as string[][];
    expect(heads?.slice(0, 3)).toEqual(['報名時間', '姓名', '證號']);
    const shown = (await list(as, query)).rows;
    expect(rows.map((cells) => [cells[1], cells[2], cells[3], cells[7]])).toEqual(
      shown.map(({ person, class: { code }, group: through }) => [
        harmless(person.name ?? ''),
        person.identity,
        code,
        through?.name ?? '',
      ]),
    );
    expect(rows.flat().filter((cell) => /^[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
  });

  test('XLSX has the same rows, with text cells', async () => {
    const as = await enter([grant('officer', here.id)]);
    const query = { class: trainingClass.code, sort: '-createdAt' };
    const answer = await send(as, { ...query, format: 'xlsx' });
    const { sheets } = await readXlsx(answer.rawPayload);
    const [heads, ...rows] = sheets[0]?.rows ?? [];
    expect(heads?.[1]).toBe('姓名');
    const shown = (await list(as, query)).rows;
    expect(rows.map((cells) => [cells[1], cells[2]])).toEqual(
      shown.map(({ person }) => [person.name, person.identity]),
    );
    expect(answer.rawPayload.includes('<f>')).toBe(false);
  });

  test('the file has the chosen columns in their order, with real dates in a spreadsheet, and the event names them', async () => {
    const as = await enter([grant('officer', here.id)]);
    const columns = ['email', 'name', 'created', 'birthday', 'paid'];
    const body = { person: '陳小美', columns, identity: true };
    const { sheets } = await readXlsx((await send(as, { ...body, format: 'xlsx' })).rawPayload);
    expect(sheets[0]?.rows).toEqual([
      ['電子信箱', '姓名', '報名時間', '出生日期', '已繳金額'],
      [
        expect.stringContaining('@'),
        '陳小美',
        new Date('2026-12-01T10:00:00Z'),
        new Date('1990-05-14T00:00:00Z'),
        0,
      ],
    ]);
    expect(await lastEvent()).toMatchObject({
      after: { columns: '電子信箱、姓名、報名時間、出生日期、已繳金額', identity: true },
    });
    const csv = parse((await send(as, { ...body, format: 'csv' })).rawPayload, { bom: true }) as string[][];
    expect(csv[1]?.slice(1)).toEqual(['陳小美', '2026-12-01 10:00', '1990-05-14', '0']);
  });

  test('birthdays are masked without the whole numbers, and unknown columns are refused', async () => {
    const as = await enter([grant('officer', here.id)]);
    const body = { person: '陳小美', format: 'csv' };
    const answer = await send(as, { ...body, columns: ['birthday'] });
    expect(parse(answer.rawPayload, { bom: true })).toEqual([['出生日期'], ['1990-**-**']]);
    for (const columns of [[], ['password'], ['name', 'name', ...Array(20).fill('name')]])
      expect((await send(as, { ...body, columns })).statusCode).toBe(422);
  });

  test('leaves an event with the filter and the number of rows', async () => {
    await send(await enter([grant('officer', here.id)]), { state: 'unpaid', format: 'csv' });
    expect(await lastEvent()).toMatchObject({
      subject: 'list',
      organizationId: here.id,
      after: {
        list: '報名名單',
        filter: { state: 'unpaid', sort: '-createdAt' },
        format: 'csv',
        rows: 1,
        identity: false,
      },
    });
  });

  test('shows whole numbers by their own right and after a fresh second factor alone', async () => {
    const body = { person: '陳小美', format: 'csv', identity: true };
    const officer = [grant('officer', here.id)];
    const granted = await send(await enter(officer), body);
    const [, row] = parse(granted.rawPayload, { bom: true }) as string[][];
    expect(row?.[2]).toMatch(/^[A-Z][12]\d{8}$/);
    expect(await lastEvent()).toMatchObject({ after: { identity: true, rows: 1 } });
    const lately = new Date(NOW.getTime() - 11 * 60_000);
    expect((await send(await enter(officer, lately), body)).json().errors).toHaveProperty('stepUp');
    for (const grants of [
      [grant('cashier', here.id)],
      [grant('officer', here.id), grant('cashier', there.id)],
    ])
      expect((await send(await enter(grants), body)).statusCode).toBe(403);
  });

  test('the audit log is exported with the rights to read it and to export', async () => {
    const post = async (as: Headers) =>
      portal.app.inject({
        method: 'POST',
        url: exportEvents.path,
        headers: as.headers,
        payload: { action: 'list.export', format: 'csv' },
      });
    const as = await enter([grant('auditor')]);
    const { rows } = (await portal.call(events, { ...as, query: { action: 'list.export' } })).answer;
    const [, ...lines] = parse((await post(as)).rawPayload, { bom: true }) as string[][];
    // Its own event was written before its first row was read.
    expect(lines.length).toBe(rows.length + 1);
    expect(lines.slice(1).map((cells) => cells[1])).toEqual(rows.map(({ actor }) => actor.name));
    expect((await post(await enter([grant('admin')]))).statusCode).toBe(403);
  });
});
