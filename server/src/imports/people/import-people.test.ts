import { login } from '@portal/contract/accounts';
import { importProblems } from '@portal/contract/office/imports';
import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, logIn } from '../../../test/factories/account.ts';
import { buildClass, buildOrganization } from '../../../test/factories/catalogue.ts';
import { nationalId } from '../../../test/factories/identity.ts';
import { csv, importer } from '../../../test/factories/import.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { enterAs, enterOffice, grant } from '../../../test/factories/staff.ts';
import { isUnhashedDefault } from '../../accounts/passwords/passwords.ts';
import { accounts } from '../../accounts/tables.ts';
import { auditEvents } from '../../audit/tables.ts';
import { checkData } from '../../commands/check-data.ts';
import { mails } from '../../mail/tables.ts';
import { sheetRows } from '../../platform/sheets/sheet-rows.ts';
import { forgetImports } from '../forget-imports.ts';
import { importRows, imports } from '../tables.ts';

let portal: TestPortal;
let desk: ReturnType<typeof importer>;
let caller: Awaited<ReturnType<typeof enterAs>>;
let organizationId: number;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  organizationId = (await buildOrganization(portal.db, { name: '臺北市分會' })).id;
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.clock.now = NOW;
  caller = await enterAs(portal.db, grant('admin'));
  desk = importer(portal, caller);
});

const HEAD = ['身分證字號', '姓名', '生日', '會別', '電子郵件', '手機'];
let serial = 0;
const fresh = (...rest: string[]) => {
  serial += 1;
  return [
    nationalId(serial, { letter: 'M' }),
    `匯入${serial}號`.replace(/\d/g, (n) => '零一二三四五六七八九'[Number(n)] ?? ''),
    '79/5/14',
    ...rest,
  ];
};
const accountOf = async (number: string) =>
  (await portal.db.select().from(accounts).where(eq(accounts.account, number)))[0];

describe('the dry run', () => {
  test('counts what is new, changed, the same, doubtful and wrong, and changes nobody', async () => {
    const [known, lacking, twin] = [fresh(), fresh(), fresh()];
    const person = (row: string[]) => ({ idNumber: row[0], chineseName: row[1], birthday: '1990-05-14' });
    await buildAccount(portal.db, person(known));
    await buildAccount(portal.db, { ...person(lacking), passwordIsBirthday: true, cellPhone: null });
    await buildAccount(portal.db, person(twin));
    const before = await portal.db.$count(accounts);
    const other = fresh();
    const file = csv(
      HEAD,
      fresh('台北市分會', 'new@example.com', '0912345678'),
      known,
      [...lacking, '', '', '0912345678'],
      [other[0] ?? '', twin[1] ?? '', '79/5/14'],
      [known[0] ?? '', '別人', '79/5/14'],
      ['A123456788', '王小明', '79/5/14'],
      fresh('', 'no address'),
    );
    const { verdicts, partial, shown, state, can } = await desk.tryOut(file);
    expect(verdicts).toEqual({ new: 2, changed: 1, same: 1, doubtful: 1, wrong: 2 });
    expect(partial).toBe(1);
    expect(shown.wrong.map(({ row, name, problem }) => [row, name, problem])).toEqual([
      [6, '別人', '證號與第 3 列相同'],
      [7, '王小明', '身分證字號不正確（檢查碼不符）'],
    ]);
    expect(shown.doubtful[0]?.problem).toMatch(/^已有同名且同出生日期的學員（證號 M10\*+\d\d）$/);
    expect(shown.partial[0]?.problem).toContain('電子郵件未匯入');
    expect([state, can]).toEqual(['checked', { start: true, undo: false }]);
    expect(await portal.db.$count(accounts)).toBe(before);
  });

  test('keeps no cells of rows without a problem', async () => {
    const { id } = await desk.tryOut(csv(HEAD, fresh(), ['', '無證號', '79/5/14']));
    const rows = await portal.db.select().from(importRows).where(eq(importRows.importId, id));
    expect(rows.map(({ cells }) => cells !== null)).toEqual([false, true]);
  });

  test('remembers the columns of a file with the same heads', async () => {
    const file = (...people: string[][]) => csv(['甲', '乙', '丙'], ...people);
    const first = (await desk.preview(file(fresh(), fresh()))).answer;
    expect([first.origin, first.shape.skip]).toEqual(['guessed', 0]);
    const shape = { ...first.shape, skip: 1, columns: { identity: 0, chineseName: 1, birthday: 2 } };
    const { answer } = await desk.check(file(fresh()), shape);
    expect(answer.id).toBeTypeOf('number');
    const named = (row: string[]) => csv([...HEAD, '備註'], row);
    const again = (await desk.preview(named(fresh()))).answer;
    expect(again.shape.columns).toMatchObject({ identity: 0, chineseName: 1, birthday: 2, email: 4 });
    await desk.check(named(fresh()), {
      ...again.shape,
      columns: { identity: 0, chineseName: 1, birthday: 2 },
    });
    const last = (await desk.preview(named(fresh()))).answer;
    expect([last.origin, last.shape.columns]).toEqual([
      'remembered',
      { identity: 0, chineseName: 1, birthday: 2 },
    ]);
  });

  test('is refused without the required columns, and without rows', async () => {
    const { answer } = await desk.preview(csv(['姓名', '生日'], ['王小明', '79/5/14']));
    expect(answer.missing).toEqual(['證號']);
    await expect(desk.check(csv(['姓名', '生日'], ['王小明', '79/5/14']))).resolves.toMatchObject({
      status: 422,
    });
    await expect(desk.check(csv(HEAD))).resolves.toMatchObject({ status: 422 });
  });

  test('says in a file which rows to mend', async () => {
    const { id } = await desk.tryOut(csv(HEAD, fresh(), ['', '無證號', '=1+1', '', '', '']));
    const { method, path } = importProblems;
    const url = path.replace(':id', `${id}`);
    const { rawPayload } = await portal.app.inject({ method, url, headers: caller.headers });
    const read = await sheetRows(rawPayload, { maxRows: 10, maxColumns: 20 });
    expect('sheet' in read && read.sheet.rows).toEqual([
      ['列', '需要修正的內容', ...HEAD],
      ['3', expect.stringMatching(/^缺少證號；出生日期無法辨識/), '', '無證號', '=1+1', '', '', ''],
    ]);
  });
});

describe('the import', () => {
  test('adds people who log in with their birth date; nobody is written to, and each has an event', async () => {
    const row = fresh('臺北市分會', `n${serial}@example.com`, '0912345678');
    const before = await portal.db.$count(mails);
    const { outcomes, state } = await desk.run(csv(HEAD, row));
    expect([outcomes.made, state]).toEqual([1, 'finished']);
    const account = await accountOf(row[0] ?? '');
    expect(account).toMatchObject({ passwordIsBirthday: true, importedAt: NOW, organizationId, sex: 1 });
    expect(account?.cellPhone).toBe('0912-345678');
    expect(await portal.db.$count(mails)).toBe(before);
    const isEvent = and(
      eq(auditEvents.action, 'account.import'),
      eq(auditEvents.subjectId, account?.id ?? 0),
    );
    expect(await portal.db.$count(auditEvents, isEvent)).toBe(1);
    const body = { account: row[0] ?? '', password: '19900514' };
    expect((await portal.call(login, { body: { ...body, password: '19900515' } })).status).not.toBe(200);
    expect(isUnhashedDefault((await accountOf(row[0] ?? ''))?.passwordHash ?? '')).toBe(true);
    expect((await portal.call(login, { body })).status).toBe(200);
    // The first login has replaced it by a hash like any other.
    expect((await accountOf(row[0] ?? ''))?.passwordHash).toMatch(/^\$argon2id\$/);
    expect((await portal.call(login, { body })).status).toBe(200);
  });

  test('fills only what is empty, and never a mailbox', async () => {
    const [open, own] = [fresh(), fresh()];
    const person = (row: string[]) => ({ idNumber: row[0], chineseName: row[1], birthday: '1990-05-14' });
    const lacking = { email: null, cellPhone: null, employer: '原公司' };
    await buildAccount(portal.db, { ...person(open), ...lacking, passwordIsBirthday: true });
    await buildAccount(portal.db, { ...person(own), cellPhone: null });
    const rest = ['', 'x@example.com', '0912345678', '新公司'];
    const { outcomes } = await desk.run(csv([...HEAD, '服務單位'], [...open, ...rest], [...own, ...rest]));
    expect(outcomes).toMatchObject({ made: 0, filled: 1 });
    expect(await accountOf(open[0] ?? '')).toMatchObject({
      email: null,
      cellPhone: '0912-345678',
      employer: '原公司',
    });
    expect(await accountOf(own[0] ?? '')).toMatchObject({ cellPhone: null });
  });

  test('takes doubtful people with numbers of their own only if it is told to', async () => {
    const twin = fresh();
    const other = () => [fresh()[0] ?? '', twin[1] ?? '', '79/5/14'];
    await desk.run(csv(HEAD, twin));
    const left = other();
    await desk.run(csv(HEAD, left, fresh()));
    expect(await accountOf(left[0] ?? '')).toBeUndefined();
    const taken = other();
    expect((await desk.run(csv(HEAD, taken), true)).outcomes.made).toBe(1);
    // The number of somebody else stays theirs.
    const { outcomes } = await desk.run(csv(HEAD, [taken[0] ?? '', '別的人', '79/5/14']), true);
    expect(outcomes).toMatchObject({ made: 0, passed: 1 });
    expect((await accountOf(taken[0] ?? ''))?.chineseName).toBe(twin[1]);
  });

  test('leaves out who joined after the dry run', async () => {
    const row = fresh();
    const { id } = await desk.tryOut(csv(HEAD, row, fresh()));
    await buildAccount(portal.db, { idNumber: row[0] });
    await desk.start(id);
    await desk.runJobs();
    expect((await desk.show(id)).outcomes).toMatchObject({ made: 1, passed: 1 });
  });

  test('of the same file happens once, and starts once', async () => {
    const file = csv(HEAD, fresh());
    const [one, other] = [await desk.tryOut(file), await desk.tryOut(file)];
    expect((await desk.start(one.id)).status).toBe(202);
    expect(await desk.start(one.id)).toMatchObject({ status: 409, answer: { code: 'import_started' } });
    expect(await desk.start(other.id)).toMatchObject({ status: 409, answer: { code: 'import_known' } });
    await desk.runJobs();
    expect(await checkData(portal.db)).toEqual([]);
  });

  test('of a file without anything to import is refused', async () => {
    const { id } = await desk.tryOut(csv(HEAD, ['', '無證號', '79/5/14']));
    expect(await desk.start(id)).toMatchObject({ status: 422, answer: { code: 'import_nothing' } });
  });
});

describe('undoing', () => {
  test('removes what nobody has used, and says what stays and why', async () => {
    const [unused, entered, enrolled, edited] = [fresh(), fresh(), fresh(), fresh()];
    const { id } = await desk.run(csv(HEAD, unused, entered, enrolled, edited));
    await logIn(portal.db, (await accountOf(entered[0] ?? '')) ?? { id: 0 });
    const trainingClass = await buildClass(portal.db, { organizationId });
    const account = await accountOf(enrolled[0] ?? '');
    await buildRegistration(portal.db, { class: trainingClass, account: account ?? { id: 0 } });
    const later = new Date(NOW.getTime() + 1000);
    await portal.db
      .update(accounts)
      .set({ updatedAt: later })
      .where(eq(accounts.account, edited[0] ?? ''));
    expect((await desk.undo(id)).status).toBe(202);
    await desk.runJobs();
    const { state, outcomes, shown } = await desk.show(id);
    expect([state, outcomes.removed, outcomes.kept]).toEqual(['undone', 1, 3]);
    expect(shown.kept.map(({ problem }) => problem)).toEqual([
      '學員已登入過',
      '已有報名、證照、團體或其他資料',
      '資料已修改過',
    ]);
    expect(await accountOf(unused[0] ?? '')).toBeUndefined();
    expect(await desk.undo(id)).toMatchObject({ status: 409, answer: { code: 'import_undone' } });
    // The file may be imported again.
    expect((await desk.run(csv(HEAD, unused, entered, enrolled, edited))).outcomes.made).toBe(1);
  });

  test('empties what was filled, unless it was changed since', async () => {
    const [still, changed] = [fresh(), fresh()];
    for (const row of [still, changed])
      await buildAccount(portal.db, {
        ...{ idNumber: row[0], chineseName: row[1], birthday: '1990-05-14' },
        ...{ cellPhone: null, passwordIsBirthday: true },
      });
    const { id } = await desk.run(
      csv(HEAD, [...still, '', '', '0912345678'], [...changed, '', '', '0912345678']),
    );
    await portal.db
      .update(accounts)
      .set({ cellPhone: '0987-654321' })
      .where(eq(accounts.account, changed[0] ?? ''));
    await desk.undo(id);
    await desk.runJobs();
    expect((await accountOf(still[0] ?? ''))?.cellPhone).toBeNull();
    expect((await accountOf(changed[0] ?? ''))?.cellPhone).toBe('0987-654321');
  });

  test('ends seven days after the start; a day later the rows are removed', async () => {
    const { id } = await desk.run(csv(HEAD, fresh()));
    const { id: waiting } = await desk.tryOut(csv(HEAD, fresh()));
    const day = 86_400_000;
    portal.clock.now = new Date(NOW.getTime() + 7 * day + 1);
    const cookie = await enterOffice(portal.db, caller.staff, portal.clock);
    desk = importer(portal, { ...caller, headers: { ...caller.headers, cookie } });
    expect(await desk.undo(id)).toMatchObject({ status: 409, answer: { code: 'import_undo_late' } });
    await forgetImports(portal.db, new Date(NOW.getTime() + 9 * day));
    expect(await portal.db.$count(importRows, inArray(importRows.importId, [id, waiting]))).toBe(0);
    const left = await portal.db
      .select({ id: imports.id })
      .from(imports)
      .where(inArray(imports.id, [id, waiting]));
    expect(left).toEqual([{ id }]);
    expect(await desk.show(id)).toMatchObject({ hasRows: false, can: { undo: false } });
  });

  test('waits until the import has stopped', async () => {
    const { id } = await desk.tryOut(csv(HEAD, fresh()));
    expect(await desk.undo(id)).toMatchObject({ answer: { code: 'import_not_started' } });
    await desk.start(id);
    expect(await desk.undo(id)).toMatchObject({ answer: { code: 'import_running' } });
    await desk.runJobs();
    expect((await desk.undo(id)).status).toBe(202);
    await desk.runJobs();
  });
});
