import { classTasks } from '@portal/contract/office/reports';
import type { RoleGrant } from '@portal/contract/rights';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildClass, buildOrganization } from '../../test/factories/catalogue.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { buildStaff, buildTotp, enterOffice, grant } from '../../test/factories/staff.ts';

const DAY = 86_400_000;
const at = (days: number) => new Date(NOW.getTime() + days * DAY);

let portal: TestPortal;
let tpe: { id: number };
let khh: { id: number };

const enrol = async (trainingClass: { id: number }, state: 'pending' | 'confirmed') =>
  buildRegistration(portal.db, { class: trainingClass, account: await buildAccount(portal.db), state });

beforeAll(async () => {
  portal = await openTestPortal();
  const { db } = portal;
  tpe = await buildOrganization(db);
  khh = await buildOrganization(db, { code: 'KHH', name: '高雄市分會' });
  const draft = { publishedAt: null };
  await buildClass(db, { code: 'DRAFT', ...draft, startTime: at(40) });
  await buildClass(db, { code: 'DRAFT-KHH', ...draft, startTime: at(20), organizationId: khh.id });
  await buildClass(db, { code: 'DRAFT-TIMED', ...draft, startTime: at(20), publishAt: at(1) });
  await buildClass(db, { code: 'DRAFT-BEGUN', ...draft, startTime: at(-1) });
  await enrol(await buildClass(db, { code: 'FEW', startTime: at(3), minimumNumber: 4 }), 'pending');
  await buildClass(db, { code: 'FEW-CLOSED', startTime: at(14), minimumNumber: 2, state: 'closed' });
  await buildClass(db, { code: 'FEW-LATER', startTime: at(16), minimumNumber: 4 });
  await enrol(await buildClass(db, { code: 'ENOUGH', startTime: at(3), minimumNumber: 1 }), 'pending');
  await buildClass(db, { code: 'OVER', startTime: at(-9), endTime: at(-8) });
  await buildClass(db, { code: 'OVER-EARLIER', startTime: at(-10) });
  await buildClass(db, { code: 'OVER-CLOSED', startTime: at(-7), state: 'closed' });
  await buildClass(db, { code: 'OVER-DONE', startTime: at(-7), state: 'completed' });
  await buildClass(db, { code: 'OVER-LONG-AGO', startTime: at(-200) });
  await enrol(await buildClass(db, { code: 'OVER-UNREVIEWED', startTime: at(-7) }), 'pending');
  await enrol(await buildClass(db, { code: 'OVER-UNRESULTED', startTime: at(-7) }), 'confirmed');
});
afterAll(() => portal.close({ broken: true }));

const look = async (grants: readonly RoleGrant[], organization?: number) => {
  const staff = await buildStaff(portal.db, { grants });
  await buildTotp(portal.db, staff);
  const query = organization === undefined ? {} : { organization: `${organization}` };
  const { answer } = await portal.call(classTasks, {
    query,
    headers: { cookie: await enterOffice(portal.db, staff) },
  });
  return answer.map(({ kind, code, missing }) =>
    kind === 'minimum' ? `${kind} ${code} ${missing}` : `${kind} ${code}`,
  );
};

const ofTaipei = [
  'publish DRAFT',
  'minimum FEW 3',
  'minimum FEW-CLOSED 2',
  'complete OVER-EARLIER',
  'complete OVER',
  'complete OVER-CLOSED',
];

test('an officer sees drafts, classes that lack people and classes to complete, the most urgent first', async () => {
  expect(await look([grant('officer', tpe.id)])).toEqual(ofTaipei);
});

test('an officer of the association sees those of every branch, or of the one that they look at', async () => {
  const [draft, ...rest] = ofTaipei;
  expect(await look([grant('officer')])).toEqual(['publish DRAFT-KHH', draft, ...rest]);
  expect(await look([grant('officer')], khh.id)).toEqual(['publish DRAFT-KHH']);
  expect(await look([grant('officer', tpe.id)], khh.id)).toEqual([]);
});
