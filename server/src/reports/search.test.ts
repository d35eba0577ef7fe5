import { type SearchAnswer, search } from '@portal/contract/office/reports';
import type { RoleGrant } from '@portal/contract/rights';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildClass, buildOrganization } from '../../test/factories/catalogue.ts';
import { buildCertificate } from '../../test/factories/certificate.ts';
import { buildGroup, buildMembership } from '../../test/factories/group.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { buildStaff, buildTotp, enterOffice, grant } from '../../test/factories/staff.ts';

let portal: TestPortal;
let tpe: { id: number };
let khh: { id: number };
/** 王小明 of 臺北市分會 and 陳美玲 of 高雄市分會, each with a registration, a group and a certificate of their branch. */
let ming: { id: number; idNumber: string | null };
let ling: { id: number; idNumber: string | null };

beforeAll(async () => {
  portal = await openTestPortal();
  const { db } = portal;
  tpe = await buildOrganization(db);
  khh = await buildOrganization(db, { code: 'KHH', name: '高雄市分會' });
  ming = await buildAccount(db, {
    chineseName: '王小明',
    englishName: 'Wang Hsiao-Ming',
    email: 'Ming.Wang@example.com',
    cellPhone: '0912-345678',
  });
  ling = await buildAccount(db, { chineseName: '陳美玲', englishName: null, organizationId: khh.id });
  const north = await buildClass(db, { code: 'TPE-CPR-901' });
  const south = await buildClass(db, { code: 'KHH-CPR-901', organizationId: khh.id });
  await buildClass(db, { code: 'TPE-CPR-999', publishedAt: null });
  await buildRegistration(db, { class: north, account: ming });
  await buildRegistration(db, { class: south, account: ling });
  for (const [name, account] of [
    ['臺北藍海救生隊', ming],
    ['港都救生隊', ling],
  ] as const) {
    await buildMembership(db, { group: await buildGroup(db, { name }), account });
  }
  await buildCertificate(db, { account: ming, number: 'FAI-2024-MING' });
  await buildCertificate(db, { account: ling, number: 'FAI-2024-LING', organizationId: khh.id });
});
afterAll(() => portal.close());

const find = async (
  q: string,
  grants: readonly RoleGrant[],
  organization?: number,
): Promise<SearchAnswer> => {
  const staff = await buildStaff(portal.db, { grants });
  await buildTotp(portal.db, staff);
  const headers = { cookie: await enterOffice(portal.db, staff), 'sec-fetch-site': 'same-origin' };
  const { status, answer } = await portal.call(search, { body: { q, organization }, headers });
  expect(status).toBe(200);
  return answer;
};

const shown = ({ people, registrations, classes, groups, certificates }: SearchAnswer) => [
  ...(people?.hits ?? []).map(({ name }) => name),
  ...(registrations?.hits ?? []).map(({ person, code }) => `${person} ${code}`),
  ...(classes?.hits ?? []).map(({ code }) => code),
  ...(groups?.hits ?? []).map(({ name }) => name),
  ...(certificates?.hits ?? []).map(({ number }) => number),
];

const mingShown = ['王小明', '王小明 TPE-CPR-901'];

test.each([
  ['two characters of a name', '小明', mingShown],
  ['the beginning of a name', '王小', mingShown],
  ['a name in Latin letters of any case', 'hsiao', mingShown],
  ['two words of a name', 'ming wang', mingShown],
  ['the beginning of a mobile number as it is written', '0912-345', mingShown],
  ['the beginning of a mobile number in full width', '０９１２３', mingShown],
  ['the beginning of an e-mail address', 'ming.w', mingShown],
  ['the end of an e-mail address', 'example.com', []],
  ['a place with the other character for 臺', '台北', ['TPE-CPR-901', '臺北藍海救生隊']],
  ['a long word', 'Hsiao-Ming', mingShown],
  ['a long word of which only parts occur', 'Hsiao-Hsiao-Ming', []],
  ['the end of a class code', 'CPR-901', ['TPE-CPR-901']],
  ['an unpublished class', 'CPR-999', []],
  ['a word within the name of a group', '藍海', ['臺北藍海救生隊']],
  ['the beginning of a certificate number', 'fai-2024', ['FAI-2024-MING']],
  ['somebody of another branch', '陳美玲', []],
  ['a group of another branch', '港都', []],
  ['signs that mean something in patterns', '%_', []],
])('an officer of 臺北市分會 finds by %s', async (_, q, hits) => {
  expect(shown(await find(q, [grant('officer', tpe.id)]))).toEqual(hits);
});

test('a complete identity number is found and shown masked; a part is not found', async () => {
  const number = `${ming.idNumber}`;
  const { people } = await find(number.toLowerCase(), [grant('officer', tpe.id)]);
  expect(people?.hits.map(({ id }) => id)).toEqual([ming.id]);
  expect(JSON.stringify(people)).not.toContain(number.slice(3, 8));
  expect(shown(await find(number.slice(0, 9), [grant('officer', tpe.id)]))).toEqual([]);
  expect(shown(await find(`${ling.idNumber}`, [grant('officer', tpe.id)]))).toEqual([]);
});

test('the search covers the whole association or the chosen branch', async () => {
  const everywhere = [grant('auditor')];
  expect(shown(await find('救生隊', everywhere))).toEqual(['港都救生隊', '臺北藍海救生隊']);
  expect(shown(await find('救生隊', everywhere, khh.id))).toEqual(['港都救生隊']);
  expect(shown(await find('陳美玲', everywhere, tpe.id))).toEqual([]);
  expect(shown(await find('陳美玲', [grant('officer', tpe.id)], khh.id))).toEqual([]);
});

test('a person of another branch is found by the branch where they registered, with those registrations', async () => {
  const { db } = portal;
  const guest = await buildAccount(db, { chineseName: '林外來', organizationId: khh.id });
  await buildRegistration(db, { class: await buildClass(db, { code: 'TPE-CPR-902' }), account: guest });
  await buildRegistration(db, {
    class: await buildClass(db, { code: 'KHH-CPR-902', organizationId: khh.id }),
    account: guest,
  });
  expect(shown(await find('林外來', [grant('officer', tpe.id)]))).toEqual(['林外來', '林外來 TPE-CPR-902']);
});

test.each([
  ['editor', ['people', 'registrations', 'classes', 'groups', 'certificates']],
  ['admin', ['people', 'registrations', 'groups', 'certificates']],
  ['cashier', ['groups', 'certificates']],
  ['instructor', ['people', 'registrations', 'groups', 'certificates']],
] as const)('an %s gets null for kinds that they may not read', async (role, kinds) => {
  const answer = await find('小明', [grant(role)]);
  expect(Object.entries(answer).flatMap(([kind, found]) => (found === null ? [kind] : []))).toEqual(kinds);
});

test('an instructor finds no class, since none names them', async () => {
  expect(shown(await find('CPR-901', [grant('instructor', tpe.id)]))).toEqual([]);
});

test('parts of a long word that stand apart are not the word', async () => {
  await buildClass(portal.db, { code: 'TPE-CPR-777', place: '甲乙丙丁戊己庚 乙丙丁戊己庚辛' });
  expect(shown(await find('甲乙丙丁戊己庚', [grant('officer', tpe.id)]))).toEqual(['TPE-CPR-777']);
  expect(shown(await find('甲乙丙丁戊己庚辛', [grant('officer', tpe.id)]))).toEqual([]);
});

test('many hits are cut, with a note that there are more', async () => {
  for (let made = 0; made < 8; made++) await buildAccount(portal.db, { chineseName: '黃大同' });
  const { people } = await find('大同', [grant('officer', tpe.id)]);
  expect([people?.hits.length, people?.more]).toEqual([6, true]);
});

test.each([
  ['', '請輸入關鍵字'],
  ['王', '請輸入至少 2 個字'],
  ['x'.repeat(61), '關鍵字不得超過 60 個字元'],
  ['王\u0000明', '關鍵字格式不正確'],
])('the search for %j is refused', async (q, message) => {
  const staff = await buildStaff(portal.db, { grants: [grant('officer', tpe.id)] });
  await buildTotp(portal.db, staff);
  const headers = { cookie: await enterOffice(portal.db, staff), 'sec-fetch-site': 'same-origin' };
  const { status, refusal } = await portal.call(search, { body: { q }, headers });
  expect([status, refusal.errors]).toEqual([422, { q: [message] }]);
});
