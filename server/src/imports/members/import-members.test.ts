import { imports } from '@portal/contract/office/imports';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass, buildOrganization } from '../../../test/factories/catalogue.ts';
import { buildGroup, buildMembership } from '../../../test/factories/group.ts';
import { csv, importer } from '../../../test/factories/import.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { enterAs, grant } from '../../../test/factories/staff.ts';
import { auditEvents } from '../../audit/tables.ts';
import { checkData } from '../../commands/check-data.ts';
import { groups, memberships } from '../../groups/tables.ts';
import { mails } from '../../mail/tables.ts';

let portal: TestPortal;
let caller: Awaited<ReturnType<typeof enterAs>>;
let desk: ReturnType<typeof importer>;
let organizationId: number;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  organizationId = (await buildOrganization(portal.db, { name: '臺北市分會' })).id;
});
afterAll(() => portal.close());
beforeEach(async () => {
  caller = await enterAs(portal.db, grant('admin'));
  desk = importer(portal, caller, 'groups');
});

const HEAD = ['團體名稱', '團體代碼', '會別', '身分', '身分證字號', '姓名', '生日'];
let serial = 0;
const nextGroup = () => {
  serial += 1;
  return [`第 ${serial} 工程公司`, `SAFE-${serial}`, '臺北市分會'];
};

type Person = Awaited<ReturnType<typeof buildAccount>>;
const person = () => buildAccount(portal.db);
const byNumber = ({ account, chineseName }: Person) => [account, chineseName ?? '', ''];
const byBirth = ({ chineseName, birthday }: Person) => ['', chineseName ?? '', birthday ?? ''];
const groupOf = async (code: string | undefined) =>
  (
    await portal.db
      .select()
      .from(groups)
      .where(eq(groups.code, code ?? ''))
  )[0];
const peopleOf = async (code: string | undefined) => {
  const group = await groupOf(code);
  return portal.db
    .select({ id: memberships.accountId, role: memberships.role })
    .from(memberships)
    .where(and(eq(memberships.groupId, group?.id ?? 0), isNull(memberships.leftAt)))
    .orderBy(asc(memberships.accountId));
};

test('the dry run says what is new, changed, the same, doubtful and wrong', async () => {
  const [manager, one, present] = [await person(), await person(), await person()];
  const [group, lost] = [nextGroup(), nextGroup()];
  const known = await buildGroup(portal.db, { code: 'KNOWN-1', name: '原有團體' });
  await buildMembership(portal.db, { group: known, account: manager, role: 'manager' });
  await buildMembership(portal.db, { group: known, account: present });
  const { verdicts, shown } = await desk.tryOut(
    csv(
      HEAD,
      [...group, '負責人', ...byNumber(manager)],
      [...group, '', ...byNumber(one)],
      [...group, '成員', present.account, '另一個人', ''],
      [...group, '', 'A123456789', '', ''],
      ['原有團體', '', '', '管理員', ...byNumber(present)],
      ['原有團體', 'known-1', '', '', ...byNumber(manager)],
      ['別的名稱', 'KNOWN-1', '', '', ...byNumber(one)],
      [...lost, '管理員', 'A123456789', '', ''],
      [...lost, '', ...byNumber(one)],
      [...nextGroup(), '董事', ...byNumber(one)],
      [...nextGroup(), '', ...byNumber(one)],
      [...nextGroup(), '', '', '沒有生日', ''],
    ),
  );
  expect(verdicts).toEqual({ new: 2, changed: 1, same: 1, doubtful: 1, wrong: 7 });
  expect(shown.doubtful[0]?.problem).toMatch(/^此證號的學員為「.+」，姓名不同$/);
  expect(shown.wrong.map(({ row, problem }) => `${row} ${problem}`)).toEqual([
    '5 查無此證號的學員，請先匯入學員',
    '8 團體代碼 KNOWN-1 已是「原有團體」',
    '9 查無此證號的學員，請先匯入學員',
    '10 團體的管理員皆無法匯入，因此無法建立團體',
    '11 身分請填「管理員」或「成員」',
    '12 新團體至少需要一位管理員，請將其中一人的身分填為「管理員」',
    '13 請填證號，或姓名與出生日期',
  ]);
});

describe('the import', () => {
  test('creates groups with their people, each with an event; nobody is written to', async () => {
    const [manager, one, other] = [
      await person(),
      await person(),
      await buildAccount(portal.db, { chineseName: '阮氏獨特', birthday: '1984-02-03' }),
    ];
    const group = nextGroup();
    const before = await portal.db.$count(mails);
    const { outcomes, state } = await desk.run(
      csv(
        HEAD,
        [...group, '', ...byNumber(one)],
        [...group, '', ...byBirth(other)],
        [...group, '管理員', ...byNumber(manager)],
        ['無代碼公司', '', '', '團體管理者', ...byNumber(manager)],
      ),
    );
    expect([state, outcomes.made, outcomes.passed]).toEqual(['finished', 4, 0]);
    expect(await groupOf(group[1])).toMatchObject({ name: group[0], organizationId });
    expect(await peopleOf(group[1])).toEqual([
      { id: manager.id, role: 'manager' },
      { id: one.id, role: 'member' },
      { id: other.id, role: 'member' },
    ]);
    const [made] = await portal.db.select().from(groups).where(eq(groups.name, '無代碼公司'));
    expect(made).toMatchObject({ code: expect.stringMatching(/^G[0-9A-F]{11}$/), organizationId: null });
    expect(await portal.db.$count(mails)).toBe(before);
    const ofGroup = and(
      eq(auditEvents.subject, 'group'),
      eq(auditEvents.subjectId, (await groupOf(group[1]))?.id ?? 0),
    );
    const events = await portal.db.select().from(auditEvents).where(ofGroup).orderBy(asc(auditEvents.id));
    expect(events.map(({ action }) => action)).toEqual([
      'group.create',
      'group.add_member',
      'group.add_member',
    ]);
    expect(await checkData(portal.db)).toEqual([]);
  });

  test('readmits former members, appoints managers, and leaves who joined meanwhile', async () => {
    const [manager, former, member, meanwhile] = [
      await person(),
      await person(),
      await person(),
      await person(),
    ];
    const group = await buildGroup(portal.db, { code: `OLD-${serial}`, name: `舊團體${serial}` });
    await buildMembership(portal.db, { group, account: manager, role: 'manager' });
    await buildMembership(portal.db, { group, account: member });
    await buildMembership(portal.db, { group, account: former, leftAt: NOW });
    const row = (role: string, who: Person) => [group.name, group.code, '', role, ...byNumber(who)];
    const file = csv(
      HEAD,
      row('', former),
      row('管理員', member),
      row('', meanwhile),
      row('', await person()),
    );
    const { id } = await desk.tryOut(file);
    await buildMembership(portal.db, { group, account: meanwhile });
    await desk.start(id);
    await desk.runJobs();
    expect((await desk.show(id)).outcomes).toMatchObject({ made: 2, filled: 1, passed: 1 });
    expect(await peopleOf(group.code)).toContainEqual({ id: member.id, role: 'manager' });
    expect(await peopleOf(group.code)).toContainEqual({ id: former.id, role: 'member' });
    await desk.undo(id);
    await desk.runJobs();
    expect((await desk.show(id)).outcomes).toMatchObject({ removed: 3, kept: 0 });
    expect(await peopleOf(group.code)).toEqual(
      [
        { id: manager.id, role: 'manager' },
        { id: member.id, role: 'member' },
        { id: meanwhile.id, role: 'member' },
      ].toSorted((a, b) => a.id - b.id),
    );
  });

  test('of a larger file creates each group once, whatever chunks its people are in', async () => {
    const [group, manager] = [nextGroup(), await person()];
    const people = await Promise.all(Array.from({ length: 210 }, person));
    const { outcomes } = await desk.run(
      csv(HEAD, ...people.map((each) => [...group, '', ...byNumber(each)]), [
        ...group,
        '管理員',
        ...byNumber(manager),
      ]),
    );
    expect(outcomes).toMatchObject({ made: 211, passed: 0 });
    expect(await peopleOf(group[1])).toHaveLength(211);
  });
});

describe('undoing', () => {
  test('removes unused groups with their people; a group that enrolled keeps its managers', async () => {
    const [unused, used] = [nextGroup(), nextGroup()];
    const [manager, member, enrolled] = [await person(), await person(), await person()];
    const file = csv(
      HEAD,
      ...[unused, used].flatMap((group) => [
        [...group, '管理員', ...byNumber(manager)],
        [...group, '', ...byNumber(member)],
        [...group, '', ...byNumber(enrolled)],
      ]),
    );
    const { id } = await desk.run(file);
    const group = await groupOf(used[1]);
    const trainingClass = await buildClass(portal.db, { organizationId });
    await buildRegistration(portal.db, {
      class: trainingClass,
      account: enrolled,
      group: group ?? { id: 0 },
    });
    await desk.undo(id);
    await desk.runJobs();
    const { outcomes, shown, state } = await desk.show(id);
    expect([state, outcomes.removed, outcomes.kept]).toEqual(['undone', 4, 2]);
    expect(shown.kept.map(({ problem }) => problem)).toEqual([
      '團體已有人使用，須保留管理員',
      '已由此團體報名',
    ]);
    expect(await groupOf(unused[1])).toBeUndefined();
    expect(await peopleOf(used[1])).toEqual([
      { id: manager.id, role: 'manager' },
      { id: enrolled.id, role: 'member' },
    ]);
    expect((await desk.run(file)).outcomes.made).toBe(4);
    expect(await checkData(portal.db)).toEqual([]);
  });
});

describe('an import of the members of a group', () => {
  test('adds them to that group alone; the same file may be of another group', async () => {
    const [one, other] = [
      await buildGroup(portal.db, { code: 'OWN-1', name: '自己的團體' }),
      await buildGroup(portal.db, { code: 'OWN-2', name: '另一團體' }),
    ];
    const members = await Promise.all([person(), person()]);
    const rows = csv(['證號', '姓名', '生日'], ...members.map(byNumber));
    for (const group of [one, other]) {
      const own = importer(portal, caller, 'members', group);
      const { id } = await own.run(rows);
      const { outcomes, group: shown } = await own.show(id);
      expect([outcomes.made, shown]).toEqual([2, { id: group.id, name: group.name }]);
      expect((await peopleOf(group.code)).map(({ id: account }) => account)).toEqual(
        members.map(({ id: account }) => account).toSorted((a, b) => a - b),
      );
    }
  });

  test('is refused without a group, and for an unknown one', async () => {
    const rows = csv(['證號'], ['A123456789']);
    for (const group of [undefined, { id: 9_999_999 }]) {
      const { status } = await importer(portal, caller, 'members', group).preview(rows);
      expect(status).toBe(404);
    }
  });

  test('is open to officers who manage the group, for people whom the branch knows', async () => {
    const group = await buildGroup(portal.db, { code: 'BRANCH-1', name: '分會團體', organizationId });
    const elsewhere = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
    const [known, stranger] = [
      await buildAccount(portal.db, { organizationId }),
      await buildAccount(portal.db, { organizationId: elsewhere.id }),
    ];
    const rows = csv(['證號', '姓名', '生日'], byNumber(known), byNumber(stranger));
    const [own, other] = [
      await enterAs(portal.db, grant('officer', organizationId)),
      await enterAs(portal.db, grant('officer', elsewhere.id)),
    ];
    const officer = importer(portal, own, 'members', group);
    const { id, verdicts, shown } = await officer.tryOut(rows);
    expect(verdicts).toMatchObject({ new: 1, wrong: 1 });
    expect(shown.wrong[0]?.problem).toBe('查無此證號的學員，請先匯入學員');
    await officer.start(id);
    await officer.runJobs();
    expect((await officer.show(id)).outcomes).toMatchObject({ made: 1 });
    expect(await peopleOf(group.code)).toEqual([{ id: known.id, role: 'member' }]);

    const { shape } = (await officer.preview(rows)).answer;
    const outsider = importer(portal, other, 'members', group);
    expect((await outsider.preview(rows)).status).toBe(404);
    expect((await outsider.check(rows, shape)).status).toBe(404);
    expect((await outsider.undo(id)).status).toBe(404);
    expect((await portal.call(imports, other)).answer).toEqual([]);
    expect((await portal.call(imports, own)).answer.map((each) => each.id)).toEqual([id]);
    expect((await importer(portal, own, 'groups').check(rows, shape)).status).toBe(403);
    expect((await officer.undo(id)).status).toBe(202);
    await officer.runJobs();
    expect(await peopleOf(group.code)).toEqual([]);
  });
});
