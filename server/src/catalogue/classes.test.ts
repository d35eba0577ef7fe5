import { classDetail, classes as classList } from '@portal/contract/catalogue';
import { organizations, trainclasses } from '@portal/contract/lookups';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { connectPatiently } from '../../test/database.ts';
import { buildAccount, logIn } from '../../test/factories/account.ts';
import {
  buildAttachment,
  buildClass,
  buildClassSession,
  buildCourse,
  buildOrganization,
} from '../../test/factories/catalogue.ts';
import { buildGroup, buildMembership } from '../../test/factories/group.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { STATES } from '../enrolment/states.ts';
import { classPages, findPublicClass, type ListFilter } from './queries.ts';
import { courses as courseTable, organizations as organizationTable } from './tables.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

// Each test uses its own classes: guests' answers are cached.
let step = 0;
beforeEach(() => {
  step += 1;
  portal.clock.now = later(step * 10);
});

/** A course of its own, by which a test finds its classes alone. */
let serial = 0;
const ownCourse = (chineseName?: string) => {
  serial += 1;
  return buildCourse(portal.db, { code: `OWN${serial}`, chineseName: chineseName ?? `訓練項目之${serial}` });
};

const person = async () => {
  const account = await buildAccount(portal.db);
  return { account, token: await logIn(portal.db, account, portal.clock.now) };
};

const list = (query: Record<string, string>, token?: string) => portal.call(classList, { query, token });
const pageOf = async (query: Record<string, string>, token?: string) => {
  const { status, answer } = await list(query, token);
  expect(status).toBe(200);
  if (Array.isArray(answer)) throw new Error('a page was asked for');
  return answer;
};
const codesOf = async (query: Record<string, string>, token?: string) =>
  (await pageOf(query, token)).data.map(({ code }) => code);
const detailOf = async (code: string, token?: string) => {
  const { status, answer } = await portal.call(classDetail, { params: { code }, token });
  expect(status).toBe(200);
  return answer;
};

describe('the listed classes', () => {
  test('published and not yet started classes, newest published first, the later id first of equals', async () => {
    const courseId = (await ownCourse()).id;
    const published = (seconds: number) => ({ courseId, publishedAt: later(seconds) });
    const oldest = await buildClass(portal.db, published(-300));
    const newest = await buildClass(portal.db, published(-100));
    const equal = await buildClass(portal.db, published(-200));
    const equalToo = await buildClass(portal.db, published(-200));
    await buildClass(portal.db, { courseId, publishedAt: null });
    await buildClass(portal.db, { ...published(-50), startTime: portal.clock.now });
    const startsSoon = await buildClass(portal.db, { ...published(-400), startTime: later(step * 10 + 1) });

    expect(await codesOf({ trainclass: `OWN${serial}` })).toEqual(
      [newest, equalToo, equal, oldest, startsSoon].map(({ code }) => code),
    );
  });

  test('are the same on the home page and on the first page of the list', async () => {
    for (let n = 0; n < 3; n += 1) await buildClass(portal.db);
    const home = await list({ type: 'Normal', num: '10' });
    const page = await pageOf({ type: 'Pagination', num: '10' });
    expect(Array.isArray(home.answer)).toBe(true);
    expect(home.answer).toEqual(page.data);
  });

  test('a class leaves the list at the instant of its start', async () => {
    const courseId = (await ownCourse()).id;
    await buildClass(portal.db, { courseId, startTime: later(step * 10 + 5) });
    const query = { trainclass: `OWN${serial}` };
    expect(await codesOf(query)).toHaveLength(1);
    portal.clock.now = later(step * 10 + 5);
    expect(await codesOf(query)).toEqual([]);
  });
});

describe('filters', () => {
  test('by the name or the id of an organisation, and by the code of a course', async () => {
    const kaohsiung = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
    const hualien = await buildOrganization(portal.db, { code: 'HUN', name: '花蓮縣分會' });
    const one = await ownCourse();
    const other = await ownCourse();
    const wanted = await buildClass(portal.db, { organizationId: kaohsiung.id, courseId: one.id });
    const sameTrain = await buildClass(portal.db, { organizationId: hualien.id, courseId: one.id });
    const samePlace = await buildClass(portal.db, { organizationId: kaohsiung.id, courseId: other.id });

    const { token } = await person();
    for (const who of [undefined, token]) {
      expect(await codesOf({ organization: '高雄市分會' }, who)).toEqual([samePlace.code, wanted.code]);
      expect(await codesOf({ organization: String(kaohsiung.id) }, who)).toEqual([
        samePlace.code,
        wanted.code,
      ]);
      expect(await codesOf({ organization: ' 高雄市分會 ' }, who)).toEqual([samePlace.code, wanted.code]);
      expect(await codesOf({ trainclass: one.code }, who)).toEqual([sameTrain.code, wanted.code]);
      expect(await codesOf({ organization: '高雄市分會', trainclass: one.code }, who)).toEqual([wanted.code]);
    }
  });

  test.each([
    { organization: '沒有這個分會' },
    { organization: '999999999999999999999' },
    { trainclass: 'NIX' },
    { organization: '沒有這個分會', trainclass: 'NIX' },
    { trainclass: "CPR' or 1=1 --" },
  ])('an unknown value is an empty page: %j', async (query) => {
    await buildClass(portal.db);
    expect(await pageOf(query)).toMatchObject({ data: [], total: 0, last_page: 1, from: null, to: null });
  });

  test('an empty value filters nothing', async () => {
    const { code } = await buildClass(portal.db);
    expect(await codesOf({ organization: '', trainclass: '', num: '100' })).toContain(code);
  });
});

test('every combination of filters is answered by one connection', async () => {
  const place = await buildOrganization(portal.db, { code: 'ILN', name: '宜蘭縣分會' });
  const course = await ownCourse('潛水救援訓練');
  await buildClass(portal.db, { organizationId: place.id, courseId: course.id, startTime: later(86_400) });
  const db = connectPatiently(portal.db.$client.options.connectionString ?? '', { max: 1 });
  const pages = classPages();
  const choices: { [Filter in keyof ListFilter]: readonly ListFilter[Filter][] } = {
    organization: ['', place.name],
    trainclass: ['', course.code],
    word: ['', '潛水救援'],
    month: ['', '2026-12'],
    open: ['', '1', 'group'],
    sort: ['published', 'start'],
  };
  const filters = Object.entries(choices).reduce<object[]>(
    (known, [name, values]) =>
      known.flatMap((filter) => values.map((value) => ({ ...filter, [name]: value }))),
    [{}],
  );
  try {
    for (const filter of filters as ListFilter[]) {
      const { rows } = await pages(db, { ...filter, num: 50, page: 1 }, 0, portal.clock.now);
      expect([filter, rows.length > 0]).toEqual([filter, true]);
    }
  } finally {
    await db.$client.end();
  }
});

describe('pages', () => {
  const twelve = async () => {
    const courseId = (await ownCourse()).id;
    const codes: string[] = [];
    for (let n = 0; n < 12; n += 1) codes.unshift((await buildClass(portal.db, { courseId })).code);
    return { codes, query: { trainclass: `OWN${serial}` } };
  };

  test('ten a page unless told otherwise, in the length-aware form, for guests and others', async () => {
    const { codes, query } = await twelve();
    const { token } = await person();
    for (const who of [undefined, token]) {
      const first = await pageOf(query, who);
      expect(first.data.map(({ code }) => code)).toEqual(codes.slice(0, 10));
      const second = await pageOf({ ...query, page: '2' }, who);
      expect(second.data.map(({ code }) => code)).toEqual(codes.slice(10));
      const { data, links, ...form } = second;
      const at = (page: number) =>
        `/api/classes?type=Pagination&num=10&trainclass=${query.trainclass}&page=${page}`;
      expect(form).toEqual({
        current_page: 2,
        last_page: 2,
        per_page: 10,
        total: 12,
        from: 11,
        to: 12,
        path: '/api/classes',
        first_page_url: at(1),
        last_page_url: at(2),
        prev_page_url: at(1),
        next_page_url: null,
      });
      expect(links.map(({ label }) => label)).toEqual(['上一頁', '1', '2', '下一頁']);
    }
  });

  test('the addresses of the other pages lead to them', async () => {
    const { codes, query } = await twelve();
    const { next_page_url } = await pageOf({ ...query, num: '5' });
    const next = await portal.app.inject(next_page_url ?? '');
    expect(next.json().data.map(({ code }: { code: string }) => code)).toEqual(codes.slice(5, 10));
  });

  test('a page past the end is empty and says how many there are', async () => {
    const { query } = await twelve();
    expect(await pageOf({ ...query, page: '999999999' })).toMatchObject({
      data: [],
      total: 12,
      current_page: 999_999_999,
      last_page: 2,
      from: null,
      to: null,
      next_page_url: null,
    });
  });

  test('with num the answer is a plain array of that length', async () => {
    const { codes, query } = await twelve();
    const { answer } = await list({ ...query, type: 'Normal', num: '5', page: '2' });
    expect(Array.isArray(answer) && answer.map(({ code }) => code)).toEqual(codes.slice(5, 10));
  });

  describe('narrowed', () => {
    const codesOf = async (query: Record<string, string>, trainclass = `OWN${serial}`) =>
      (await pageOf({ trainclass, ...query })).data.map(({ code }) => code);

    test.each([
      ['two characters of the place', '士林', ['A']],
      ['the other way to write 臺', '台北', ['A', 'B']],
      ['two words, in any order', 'pool 臺北', ['B']],
      ['half of a code, in small letters', 'wrd-2', ['B']],
      ['full width', 'ＷＲＤ－１', ['A']],
      ['one character', '林', ['A']],
      ['the name of the course', '潛水', ['A', 'B', 'C']],
      ['characters that do not stand side by side', '臺士', []],
      ['a percent sign, which is no pattern', '100%', ['C']],
      ['an underscore, which is no pattern', '1_0', []],
    ])('by %s: %s', async (_, word, expected) => {
      const course = await ownCourse(`開放水域潛水${serial}`);
      const build = (name: string, code: string, place: string) =>
        buildClass(portal.db, { code: `${code}-${serial}-${name}`, place, courseId: course.id });
      await build('C', 'WRD-3', '高雄市 100% 教室');
      await build('B', 'WRD-2', '臺北市 Pool 2');
      await build('A', 'WRD-1', '臺北市士林區教室');
      const found = await codesOf({ word });
      expect(found.map((code) => code.slice(-1))).toEqual(expected);
    });

    test('by the new name of a renamed course', async () => {
      const course = await ownCourse('舊名稱');
      const { code } = await buildClass(portal.db, { courseId: course.id });
      await portal.db
        .update(courseTable)
        .set({ chineseName: '新的名稱' })
        .where(eq(courseTable.id, course.id));
      expect(await codesOf({ word: '新的' })).toEqual([code]);
      expect(await codesOf({ word: '舊名' })).toEqual([]);
    });

    test('by month of Taipei, in the order of the start', async () => {
      const courseId = (await ownCourse()).id;
      const at = async (startTime: string) =>
        (await buildClass(portal.db, { courseId, startTime: new Date(startTime) })).code;
      const first = await at('2027-01-01T00:00:00+08:00');
      const last = await at('2027-01-31T23:59:00+08:00');
      await at('2026-12-31T23:59:00+08:00');
      await at('2027-02-01T00:00:00+08:00');
      expect(await codesOf({ month: '2027-01', sort: 'start' })).toEqual([first, last]);
      expect(await codesOf({ month: '2027-01' })).toEqual([last, first]);
    });

    test('to classes that take registrations now', async () => {
      const courseId = (await ownCourse()).id;
      const build = async (overrides: object) =>
        (await buildClass(portal.db, { courseId, ...overrides })).code;
      const ways = { personalAllow: false, groupAllow: false };
      await build(ways);
      await build({ applyFrom: later(60_000) });
      await build({ applyUntil: later(-1) });
      const full = await buildClass(portal.db, { courseId, limitNumber: 1 });
      await buildRegistration(portal.db, { class: full, account: await buildAccount(portal.db) });
      const forGroups = await build({ ...ways, groupAllow: true });
      const open = await build({ applyFrom: later(-1), applyUntil: later(60_000) });
      const forPersons = await build({ groupAllow: false });
      expect(await codesOf({ open: '1' })).toEqual([forPersons, open, forGroups]);
      expect(await codesOf({ open: 'group' })).toEqual([open, forGroups]);
    });

    test('keeps the filters in the links to other pages', async () => {
      const query = { word: '台北', month: '2027-01', open: '1', sort: 'start' };
      const { first_page_url } = await pageOf(query);
      expect(Object.fromEntries(new URL(first_page_url, 'http://x').searchParams)).toMatchObject(query);
    });
  });

  test.each([
    ['month', '2026-13'],
    ['month', '2026-1'],
    ['open', 'yes'],
    ['sort', 'name'],
    ['word', '\u0000'],
  ])('%s=%s is 422', async (field, value) => {
    const { status, refusal } = await list({ [field]: value });
    expect([status, refusal.errors]).toEqual([422, { [field]: ['查詢條件不正確'] }]);
  });

  test.each([
    ['num', '0'],
    ['num', '101'],
    ['num', '-1'],
    ['num', '1.5'],
    ['num', '１０'],
    ['num', 'ten'],
    ['num', ''],
    ['page', '0'],
    ['page', '-1'],
    ['page', '1e3'],
    ['page', '99999999999999999999'],
    ['type', 'normal'],
    ['type', ''],
  ])('%s=%s is 422 under its field', async (field, value) => {
    const { status, refusal } = await list({ [field]: value });
    expect(status).toBe(422);
    expect(refusal.errors).toEqual({ [field]: ['分頁參數不正確'] });
  });

  test.each(['num=1&num=2', 'page=1&page=2', 'organization=a&organization=b', 'trainclass=%00'])(
    '%s is 422',
    async (query) => {
      expect((await portal.app.inject(`/api/classes?${query}`)).statusCode).toBe(422);
    },
  );
});

describe('a class', () => {
  test('shows all that the contract names', async () => {
    const organization = await buildOrganization(portal.db, { code: 'TNN', name: '臺南市分會' });
    const course = await ownCourse();
    const trainingClass = await buildClass(portal.db, {
      code: `Detail-${serial}`,
      organizationId: organization.id,
      courseId: course.id,
      startTime: new Date('2026-12-05T01:00:00Z'),
      applyFrom: new Date('2026-11-30T16:00:00Z'),
      applyUntil: new Date('2026-12-04T15:59:59Z'),
      paymentDays: 5,
      endTime: new Date('2026-12-06T09:00:00Z'),
      hours: 12,
      html: '<h3 class="x">課程簡介</h3><script>alert(1)</script><p onclick="x">內容</p>',
    });
    const classId = trainingClass.id;
    const afternoon = { classId, fromTime: '13:00', toTime: '17:00' };
    await buildClassSession(portal.db, { ...afternoon, date: '2026-12-06' });
    await buildClassSession(portal.db, { ...afternoon, date: '2026-12-05' });
    await buildClassSession(portal.db, {
      ...{ classId, date: '2026-12-05', fromTime: '09:00', toTime: '12:00' },
      ...{ place: '泳池', instructor: '何教練' },
    });
    const second = await buildAttachment(portal.db, {
      classId: trainingClass.id,
      name: '報名表',
      extension: 'docx',
      position: 2,
    });
    const first = await buildAttachment(portal.db, {
      classId: trainingClass.id,
      name: '課程簡章',
      position: 1,
    });

    const expected = {
      id: trainingClass.id,
      organization: '臺南市分會',
      code: `Detail-${serial}`,
      name: course.chineseName,
      start_time: '2026-12-05T09:00:00+08:00',
      limit_number: 20,
      number: 0,
      place: trainingClass.place,
      contact_name: '林承辦',
      contact_phone: '02-20000001',
      html: '<h3>課程簡介</h3><p>內容</p>',
      group_name: null,
      group_allow: true,
      personal_allow: true,
      isAlreadyApply: false,
      apply_from: '2026-12-01T00:00:00+08:00',
      apply_until: '2026-12-04T23:59:59+08:00',
      personal_obstacle: null,
      group_obstacle: null,
      fee: 1500,
      payment_days: 5,
      end_time: '2026-12-06T17:00:00+08:00',
      hours: 12,
      sessions: [
        { date: '2026-12-05', from: '09:00', to: '12:00', place: '泳池', instructor: '何教練' },
        { date: '2026-12-05', from: '13:00', to: '17:00', place: null, instructor: null },
        { date: '2026-12-06', from: '13:00', to: '17:00', place: null, instructor: null },
      ],
      files: [
        { id: first.id, src: first.src, name: '課程簡章', extension: 'pdf' },
        { id: second.id, src: second.src, name: '報名表', extension: 'docx' },
      ],
    };
    const { token } = await person();
    for (const [who, group_obstacle] of [[undefined, null] as const, [token, 'no_group'] as const]) {
      const shown = { ...expected, group_obstacle };
      expect(await detailOf(trainingClass.code, who)).toEqual(shown);
      expect((await pageOf({ trainclass: course.code }, who)).data).toEqual([shown]);
    }
  });

  test('times are shown as whole seconds in Taipei', async () => {
    const { code } = await buildClass(portal.db, {
      startTime: new Date('2026-12-31T16:00:00.250Z'),
      applyFrom: new Date('2026-11-30T15:59:59.999Z'),
    });
    expect(await detailOf(code)).toMatchObject({
      start_time: '2027-01-01T00:00:00+08:00',
      apply_from: '2026-11-30T23:59:59+08:00',
      apply_until: null,
    });
  });

  test('is shown after its start, without enrolment', async () => {
    const { code } = await buildClass(portal.db, { startTime: later(-1) });
    expect(await detailOf(code)).toMatchObject({
      personal_allow: false,
      group_allow: false,
      personal_obstacle: 'started',
      group_obstacle: 'started',
    });
  });

  test('that is reserved for a group names it and refuses personal enrolment', async () => {
    const group = await buildGroup(portal.db, { name: '藍海救生隊' });
    const { code } = await buildClass(portal.db, { groupId: group.id, personalAllow: false });
    expect(await detailOf(code)).toMatchObject({
      group_name: '藍海救生隊',
      personal_allow: false,
      group_allow: true,
      personal_obstacle: 'not_allowed',
      group_obstacle: null,
    });
  });

  test.each([
    ['outside its enrolment period, before', { applyFrom: later(100_000) }, 'not_open_yet'],
    ['outside its enrolment period, after', { applyUntil: later(-1) }, 'closed'],
  ])('%s is off both ways', async (_, period, obstacle) => {
    const { code } = await buildClass(portal.db, period);
    expect(await detailOf(code)).toMatchObject({
      personal_allow: false,
      group_allow: false,
      personal_obstacle: obstacle,
      group_obstacle: obstacle,
    });
  });

  test.each([
    ['unpublished', async () => (await buildClass(portal.db, { publishedAt: null })).code],
    ['unknown', async () => 'NIX-0001'],
    [
      'known in another case',
      async () => (await buildClass(portal.db, { code: 'TPE-Case-1' })).code.toUpperCase(),
    ],
    ['a literal path', async () => 'personal'],
    ['no code at all', async () => "x' or '1'='1"],
    ['a NUL', async () => 'TPE\u0000'],
    ['a percent sign', async () => '%'],
    ['empty', async () => ''],
  ])('%s is 404', async (_, codeOf) => {
    const code = await codeOf();
    const { token } = await person();
    for (const who of [undefined, token]) {
      const { status, refusal } = await portal.call(classDetail, { params: { code }, token: who });
      expect([status, refusal]).toEqual([404, { message: '查無此課程' }]);
    }
  });
});

describe('the registration of the caller in it', () => {
  test.each(STATES)('a registration that is %s', async (state) => {
    const { account, token } = await person();
    const stranger = await person();
    const trainingClass = await buildClass(portal.db);
    await buildRegistration(portal.db, { class: trainingClass, account, state });
    const holds = !['rejected', 'cancelled'].includes(state);

    expect(await detailOf(trainingClass.code, token)).toMatchObject({
      isAlreadyApply: holds,
      personal_obstacle: holds ? 'already_applied' : null,
      group_obstacle: 'no_group',
      personal_allow: true,
      number: holds ? 1 : 0,
    });
    expect(await detailOf(trainingClass.code, stranger.token)).toMatchObject({ isAlreadyApply: false });
    expect(await detailOf(trainingClass.code)).toMatchObject({
      isAlreadyApply: false,
      personal_obstacle: null,
    });
  });

  test('in a list, each row by itself', async () => {
    const courseId = (await ownCourse()).id;
    const { account, token } = await person();
    const [taken, other] = [
      await buildClass(portal.db, { courseId }),
      await buildClass(portal.db, { courseId }),
    ];
    await buildRegistration(portal.db, { class: taken, account, state: 'unpaid' });
    await buildRegistration(portal.db, { class: other, account: await buildAccount(portal.db) });

    const { data } = await pageOf({ trainclass: `OWN${serial}` }, token);
    expect(data.map((row) => [row.code, row.isAlreadyApply])).toEqual([
      [other.code, false],
      [taken.code, true],
    ]);
  });

  test('only managers of a suitable group may enrol it', async () => {
    const [manager, member, rival] = [await person(), await person(), await person()];
    const [group, others] = [await buildGroup(portal.db), await buildGroup(portal.db)];
    await buildMembership(portal.db, { group, account: manager.account, role: 'manager' });
    await buildMembership(portal.db, { group, account: member.account });
    await buildMembership(portal.db, { group: others, account: rival.account, role: 'manager' });
    const courseId = (await ownCourse()).id;
    const open = await buildClass(portal.db, { courseId });
    const reserved = await buildClass(portal.db, { courseId, groupId: group.id, personalAllow: false });

    const obstacles = async (token?: string) => {
      const { data } = await pageOf({ trainclass: `OWN${serial}` }, token);
      const ofDetails = [await detailOf(reserved.code, token), await detailOf(open.code, token)];
      expect(data.map(({ group_obstacle }) => group_obstacle)).toEqual(
        ofDetails.map(({ group_obstacle }) => group_obstacle),
      );
      return ofDetails.map(({ group_obstacle }) => group_obstacle);
    };
    expect(await obstacles()).toEqual([null, null]);
    expect(await obstacles(manager.token)).toEqual([null, null]);
    expect(await obstacles(rival.token)).toEqual(['no_group', null]);
    expect(await obstacles(member.token)).toEqual(['no_group', 'no_group']);
  });

  test('a full class lets a manager exchange people of the group', async () => {
    const [manager, member, rival] = [await person(), await person(), await person()];
    const [group, others] = [await buildGroup(portal.db), await buildGroup(portal.db)];
    await buildMembership(portal.db, { group, account: manager.account, role: 'manager' });
    await buildMembership(portal.db, { group, account: member.account });
    await buildMembership(portal.db, { group: others, account: rival.account, role: 'manager' });
    const trainingClass = await buildClass(portal.db, { limitNumber: 1 });
    await buildRegistration(portal.db, { class: trainingClass, account: member.account, group });

    const obstacles = async (token?: string) => {
      const { personal_obstacle, group_obstacle } = await detailOf(trainingClass.code, token);
      return [personal_obstacle, group_obstacle];
    };
    expect(await obstacles(manager.token)).toEqual(['full', null]);
    expect(await obstacles(member.token)).toEqual(['already_applied', 'full']);
    expect(await obstacles(rival.token)).toEqual(['full', 'full']);
    expect(await obstacles()).toEqual(['full', 'full']);
  });

  test('a trainee sees the present, a guest at most a second ago', async () => {
    const trainingClass = await buildClass(portal.db);
    const { account, token } = await person();
    expect(await detailOf(trainingClass.code)).toMatchObject({ number: 0 });
    await buildRegistration(portal.db, { class: trainingClass, account });

    expect(await detailOf(trainingClass.code, token)).toMatchObject({ number: 1, isAlreadyApply: true });
    expect(await detailOf(trainingClass.code)).toMatchObject({ number: 0 });
    portal.clock.now = later(step * 10 + 1);
    expect(await detailOf(trainingClass.code)).toMatchObject({ number: 1 });
  });

  test('a list shows one’s own actions at once, and those of others within a second', async () => {
    const course = await ownCourse();
    const trainingClass = await buildClass(portal.db, { courseId: course.id });
    const query = { trainclass: course.code };
    const [applicant, stranger] = [await person(), await person()];
    const seen = async (token?: string) => {
      const [shown] = (await pageOf(query, token)).data;
      return [shown?.number, shown?.isAlreadyApply];
    };
    expect(await seen(stranger.token)).toEqual([0, false]);

    await buildRegistration(portal.db, { class: trainingClass, account: applicant.account });
    expect(await seen(applicant.token)).toEqual([1, true]);
    expect([await seen(stranger.token), await seen()]).toEqual([
      [0, false],
      [0, false],
    ]);
    portal.clock.now = later(step * 10 + 1);
    expect(await seen(stranger.token)).toEqual([1, false]);
  });

  test('a person who cancelled sees the free seat at once, and so does the manager of a group with registrations', async () => {
    const course = await ownCourse();
    const trainingClass = await buildClass(portal.db, { courseId: course.id, limitNumber: 3 });
    const [former, manager, member] = [await person(), await person(), await person()];
    const [rival, holder] = [await person(), await person()];
    const [group, others] = [await buildGroup(portal.db), await buildGroup(portal.db)];
    await buildMembership(portal.db, { group, account: member.account });
    await buildMembership(portal.db, { group, account: manager.account, role: 'manager' });
    await buildMembership(portal.db, { group: others, account: rival.account, role: 'manager' });
    const gone = { class: trainingClass, state: 'cancelled' } as const;
    await buildRegistration(portal.db, { ...gone, account: former.account });
    await buildRegistration(portal.db, { ...gone, account: member.account, group });
    const seen = async (token?: string) => (await pageOf({ trainclass: course.code }, token)).data[0]?.number;
    expect(await seen()).toBe(0);

    await buildRegistration(portal.db, { class: trainingClass, account: holder.account });
    const tokens = [former.token, manager.token, rival.token, undefined];
    expect(await Promise.all(tokens.map(seen))).toEqual([1, 1, 0, 0]);
  });

  test('a manager without registrations gets the guests’ list, uncached', async () => {
    const course = await ownCourse();
    const group = await buildGroup(portal.db);
    await buildClass(portal.db, { courseId: course.id });
    await buildClass(portal.db, { courseId: course.id, groupId: group.id, personalAllow: false });
    const [manager, member] = [await person(), await person()];
    await buildMembership(portal.db, { group, account: manager.account, role: 'manager' });
    await buildMembership(portal.db, { group, account: member.account });
    const query = { trainclass: course.code };
    const [guests, managers, members] = [
      await list(query),
      await list(query, manager.token),
      await list(query, member.token),
    ];
    expect(managers.answer).toEqual(guests.answer);
    expect(managers.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(members.answer).not.toEqual(guests.answer);
  });

  test('an ended session is told so, on public calls too', async () => {
    const { status, refusal } = await list({}, 'no-such-token');
    expect([status, refusal]).toEqual([401, { message: '時效過期，請重新登入' }]);
  });

  test('an answer for one person is not cacheable', async () => {
    const { token } = await person();
    expect((await list({}, token)).headers).toMatchObject({ 'cache-control': 'no-store' });
    const { headers } = await list({});
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=1',
      vary: 'accept-encoding, authorization',
    });
    const kept = await portal.app.inject({
      url: '/api/classes',
      headers: { 'if-none-match': String(headers.etag) },
    });
    expect([kept.statusCode, kept.body]).toEqual([304, '']);
  });
});

describe('queries for other modules', () => {
  test('a class is found by exactly its code', async () => {
    const group = await buildGroup(portal.db);
    const trainingClass = await buildClass(portal.db, { groupId: group.id, personalAllow: false });
    expect(await findPublicClass(portal.db, trainingClass.code)).toMatchObject({
      id: trainingClass.id,
      organization: '臺北市分會',
      train: '基本救命術訓練',
      groupName: group.name,
      startTime: trainingClass.startTime,
    });
    expect(await findPublicClass(portal.db, trainingClass.code.toLowerCase())).toBeNull();
  });

  test('an unpublished class is not found', async () => {
    const { code } = await buildClass(portal.db, { publishedAt: null });
    expect(await findPublicClass(portal.db, code)).toBeNull();
  });
});

test('organisations and courses come in their own order', async () => {
  await buildOrganization(portal.db, { code: 'TXG', name: '臺中市分會' });
  await buildOrganization(portal.db, { code: 'AAA', name: '甲分會' });
  const inOrder = await portal.db.select().from(organizationTable).orderBy(organizationTable.position);
  expect((await portal.call(organizations)).answer).toEqual(inOrder.map(({ id, name }) => ({ id, name })));

  await ownCourse();
  const items = await portal.db.select().from(courseTable).orderBy(courseTable.position);
  const { answer, headers } = await portal.call(trainclasses);
  expect(answer).toEqual(items.map(({ id, code, chineseName }) => ({ id, code, chinese_name: chineseName })));
  expect(headers).toMatchObject({ 'cache-control': 'public, max-age=1' });
});
