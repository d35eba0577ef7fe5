import { refusals } from '@portal/contract/errors';
import * as contract from '@portal/contract/office/certificate-register';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { extractText } from 'unpdf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass, buildCourse, buildOrganization } from '../../../test/factories/catalogue.ts';
import { buildCertificate } from '../../../test/factories/certificate.ts';
import { issueForRegistration } from '../../../test/factories/issue.ts';
import { enterOfficers, type StaffHeaders } from '../../../test/factories/officers.ts';
import { one } from '../../../test/factories/one.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { decidingStaff, enterAs, grant } from '../../../test/factories/staff.ts';
import { send } from '../../../test/office-requests.ts';
import { auditEvents, eventPeople } from '../../audit/tables.ts';
import { siteSettings } from '../../content/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { ReadAside } from '../../platform/database/replica.ts';
import { certificates } from '../tables.ts';
import { registerExporter } from './export-register.ts';

/* 證照清冊 through the calls. Today is 2026-12-01. */

let portal: TestPortal;
let officer: StaffHeaders;
let colleague: StaffHeaders;
let stranger: StaffHeaders;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  ({ officer, colleague, stranger } = await enterOfficers(portal.db));
});
afterAll(() => portal.close());

const list = async (query: Record<string, string>, headers = officer) =>
  (await portal.call(contract.certificateList, { query, headers })).answer;
const numbersOf = ({ rows }: Awaited<ReturnType<typeof list>>) => rows.map(({ number }) => number);
const detail = async (id: number, headers = officer) =>
  (await portal.call(contract.certificateDetail, { params: { id: `${id}` }, headers })).answer;
const history = async (id: number) =>
  (await portal.call(contract.certificateHistory, { params: { id: `${id}` }, headers: officer })).answer;

const correction = { reason: '姓名誤植', hours: 16, firstDay: '2026-11-20', lastDay: '2026-11-21' };
const correct = (id: number, headers = officer, version = 0) =>
  portal.call(contract.correctCertificate, {
    ...{ params: { id: `${id}` }, headers },
    body: { ...correction, chineseName: '林宜君', englishName: null, version },
  });
const revoke = (id: number, headers = officer, version = 0) =>
  portal.call(contract.revokeCertificate, {
    params: { id: `${id}` },
    body: { reason: '資格不符', version },
    headers,
  });

const issued = async (chineseName = '林怡君') => {
  const account = await buildAccount(portal.db, { chineseName, photoKey: 'photos/kept' });
  const dates = { startTime: new Date('2026-11-20T01:00:00Z'), endTime: new Date('2026-11-21T09:00:00Z') };
  const trainingClass = await buildClass(portal.db, { ...dates, state: 'completed', fee: 0 });
  const row = { class: trainingClass, account, state: 'confirmed', result: 1 } as const;
  const { id: registrationId } = await buildRegistration(portal.db, row);
  const by = { actor: decidingStaff(), now: NOW };
  const made = await inTransaction(portal.db, (tx) => issueForRegistration(tx, { registrationId }, by));
  return { ...made, account, trainingClass, registrationId };
};

describe('the papers of one', () => {
  const print = (id: number, format: string, headers = officer) =>
    portal.app.inject({
      method: 'POST',
      url: `/api/office/certificates/${id}/papers`,
      headers,
      payload: { format },
    });

  test('are downloaded by who may issue it, which leaves an event, also after its end', async () => {
    const { files } = portal.services;
    const photo = sharp({ create: { width: 295, height: 413, channels: 3, background: '#456' } });
    await files.put('photos/kept', await photo.jpeg().toBuffer());
    const { id, number } = await issued();
    expect((await detail(id)).formats).toEqual(['a4', 'card']);
    await revoke(id);
    const sheet = await print(id, 'a4');
    expect(sheet.statusCode).toBe(200);
    expect(sheet.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect(decodeURIComponent(String(sheet.headers['content-disposition']))).toContain(`${number} 證書.pdf`);
    expect((await print(id, 'card')).statusCode).toBe(200);
    const prints = (await history(id)).filter(({ action }) => action === 'certificate.print');
    expect(prints.map(({ actor }) => actor.name)).toEqual(['周小姐', '周小姐']);
    const answers = [await print(id, 'a4', stranger), await print(id, 'x'), await print(id + 1000, 'a4')];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 422, 404]);
  });
});

describe('the register', () => {
  test('finds a certificate by its number, register number, holder, class, kind and day of issue', async () => {
    const made = await issued('冊內人');
    const row = one((await list({ search: '冊內人' })).rows);
    expect(row).toMatchObject({
      ...{ number: made.number, name: '冊內人', identity: expect.stringContaining('*') },
      ...{ classCode: made.trainingClass.code, organization: '臺北市分會', state: 'valid' },
      ...{
        kind: '基本救命術訓練證',
        course: '基本救命術訓練',
        issuedOn: '2026-12-01',
        endTime: '2028-11-30',
      },
    });
    const queries: Record<string, string>[] = [
      { search: made.number.toLowerCase().slice(0, 12) },
      { search: row.registerNumber ?? '' },
      { search: made.account.account },
      { class: made.trainingClass.code },
      { search: '冊內人', from: '2026-12-01', until: '2026-12-01', state: 'valid' },
      { search: '冊內人', sort: 'endTime' },
    ];
    for (const query of queries)
      expect([query, numbersOf(await list(query))]).toEqual([query, [made.number]]);
    expect(numbersOf(await list({ search: '冊內人', until: '2026-11-30' }))).toEqual([]);
    expect(numbersOf(await list({ search: '冊內人' }, stranger))).toEqual([]);
  });

  test.each([
    ['2027-03-02', 'valid', ['valid']],
    ['2027-03-01', 'expiring', ['valid', 'expiring']],
    ['2026-12-01', 'expiring', ['valid', 'expiring']],
    ['2026-11-30', 'expired', ['expired']],
  ])('one that ends on %s is %s', async (endTime, state, filters) => {
    const account = await buildAccount(portal.db);
    const { number } = await buildCertificate(portal.db, { account, endTime });
    expect((await list({ search: number })).rows).toMatchObject([{ number, state }]);
    const found = [];
    for (const each of ['valid', 'expiring', 'expired', 'renewed'])
      if (numbersOf(await list({ search: number, state: each })).length > 0) found.push(each);
    expect(found).toEqual(filters);
  });

  test('can be filtered by each kind, in the order of their names', async () => {
    for (const code of ['Z', 'A'])
      await buildCourse(portal.db, { code: `KIND-${code}`, chineseName: `${code}-KIND` });
    const { answer } = await portal.call(contract.registerKinds, { headers: officer });
    const names = answer.map(({ name }) => name).filter((name) => name.includes('-KIND'));
    expect(names).toEqual(['A-KIND證', 'Z-KIND證']);
  });

  test('is exported with masked identities', async () => {
    const made = await issued('匯出人');
    const body = { search: '匯出人', format: 'csv' };
    const { body: raw } = await send(portal, contract.exportCertificates, { body }, officer);
    expect(raw).toContain(made.number);
    expect(raw).not.toContain(made.account.idNumber);
  });
});

describe('the register as a paper', () => {
  const paper = (body: object, headers = officer) =>
    send(portal, contract.exportCertificates, { body: { ...body, format: 'pdf' } }, headers);
  const exports = () => portal.db.select().from(auditEvents).where(eq(auditEvents.action, 'list.export'));

  test('is a PDF, and leaves an event with the filter and the number of rows', async () => {
    await issued('紙本人');
    const { statusCode: status, headers, body } = await paper({ search: '紙本人', state: 'valid' });
    expect([status, headers['content-type'], body.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-']);
    expect((await exports()).at(-1)).toMatchObject({
      after: {
        ...{ list: '證照清冊', format: 'pdf', rows: 1, identity: false },
        filter: { search: '紙本人', state: 'valid' },
      },
    });
  });

  test('names the association, the organisation and the kind, and its event the people', async () => {
    const other = { key: 'another-setting', value: { name: '別的名稱' } };
    await portal.db.insert(siteSettings).values([other, { key: 'footer', value: { name: '訓練協會' } }]);
    const account = await buildAccount(portal.db, { chineseName: '紙冊人' });
    const { kindId, organizationId } = await buildCertificate(portal.db, { account });
    const { id: elsewhere } = await buildOrganization(portal.db, { code: 'KHH' });
    const officers = [grant('officer', organizationId), grant('officer', elsewhere)];
    const { headers: ofBoth } = await enterAs(portal.db, ...officers);
    const shown = async (body: object, headers: StaffHeaders) => {
      const { rawPayload } = await paper({ search: '紙冊人', ...body }, headers);
      const { text } = await extractText(new Uint8Array(rawPayload));
      return /^([^\n]*)\n.*證照種類 (\S+)/s.exec(text.join(''))?.slice(1);
    };
    expect(await shown({}, officer)).toEqual(['訓練協會 臺北市分會', '全部']);
    expect(await shown({}, ofBoth)).toEqual(['訓練協會 各會別', '全部']);
    const filter = { kind: `${kindId}`, organization: `${organizationId}` };
    expect(await shown(filter, ofBoth)).toEqual(['訓練協會 臺北市分會', '急救教練訓練證']);
    const [event] = (await exports()).slice(-1);
    const people = await portal.db
      .select({ accountIds: eventPeople.accountIds })
      .from(eventPeople)
      .where(eq(eventPeople.eventId, event?.id ?? 0));
    expect(people).toEqual([{ accountIds: [account.id] }]);
  });

  test('holds 500 rows; of more, the answer says how many there are, and nothing is recorded', async () => {
    const { id } = await issued('很多張');
    const copy = (count: number) =>
      portal.db.execute(sql`
        insert into certificates (number, account_id, organization_id, course_id, kind_id, issued_on, years, end_time,
          state, ended_at, created_at)
        select number || '-' || ${`${count}`}::text || '-' || n, account_id, organization_id, course_id, kind_id, issued_on,
          years, end_time, 'lapsed', created_at, created_at
        from certificates, generate_series(1, ${count}) n where id = ${id}`);
    await copy(499);
    expect((await paper({ search: '很多張' })).statusCode).toBe(200);
    const recorded = (await exports()).length;
    // The last row is added between the count and the rows.
    const read: ReadAside = async (find) => {
      const found = await find(portal.db);
      if (found === 500) await copy(1);
      return found;
    };
    const asked = { search: '很多張', sort: '-issuedOn', format: 'pdf' } as const;
    const reading = registerExporter(portal.db)(asked, { actor: decidingStaff(), now: NOW, read });
    const values = { most: 500, count: 501 };
    await expect(reading).rejects.toMatchObject({ code: 'register_too_long', details: { values } });
    await copy(600);
    const { statusCode: status, body } = await paper({ search: '很多張' });
    expect([status, JSON.parse(body)]).toMatchObject([
      422,
      { code: 'register_too_long', message: expect.stringContaining('目前符合條件的有 1101 筆') },
    ]);
    expect(await exports()).toHaveLength(recorded);
    await portal.db.delete(certificates).where(eq(certificates.state, 'lapsed'));
  });
});

describe('correcting and revoking', () => {
  test('a correction shows the new certificate with the old one, and both in the register', async () => {
    const made = await issued('林怡均');
    const { answer: next } = await correct(made.id);
    expect(next).toMatchObject({
      ...{ chineseName: '林宜君', hours: 16, state: 'valid', predecessor: { id: made.id } },
      ...{ registrationId: made.registrationId, can: { revoke: true, correct: true } },
    });
    expect(await detail(made.id)).toMatchObject({
      ...{ state: 'corrected', successor: { id: next.id }, can: { revoke: false, correct: false } },
      ended: { reason: '姓名誤植', by: { kind: 'staff', name: '周小姐' } },
    });
    expect((await history(made.id)).map(({ action }) => action)).toEqual([
      'certificate.correct',
      'certificate.issue',
    ]);
    expect((await correct(made.id)).answer.id).toBe(next.id);
  });

  test('who comes second is told by whom it was done', async () => {
    const made = await issued('遲到者');
    await revoke(made.id);
    expect((await revoke(made.id)).status).toBe(200);
    const corrected = await issued('更正者');
    await correct(corrected.id);
    for (const [{ id }, action] of [
      [made, 'certificate.revoke'],
      [corrected, 'certificate.correct'],
    ] as const)
      for (const second of [await revoke(id, colleague), await correct(id, colleague)]) {
        expect(second.status).toBe(409);
        expect(second.refusal.newer).toMatchObject({ changes: [{ action, actor: { name: '周小姐' } }] });
      }
  });

  test('another branch finds no such certificate', async () => {
    const made = await issued('別會人');
    expect(
      (await portal.call(contract.certificateDetail, { params: { id: `${made.id}` }, headers: stranger }))
        .status,
    ).toBe(404);
    for (const { refusal } of [await revoke(made.id, stranger), await correct(made.id, stranger)])
      expect(refusal.errors).toEqual({ Cert: [refusals.certificate_unknown.text] });
    const [row] = await portal.db.select().from(certificates).where(eq(certificates.id, made.id));
    expect(row?.state).toBe('valid');
  });

  test('a correction without a name, or with days in the wrong order, is refused', async () => {
    const made = await issued('缺名人');
    const send = (body: object) =>
      portal.call(contract.correctCertificate, {
        ...{ params: { id: `${made.id}` }, headers: officer },
        body: { ...correction, chineseName: '林', englishName: null, version: 0, ...body },
      });
    const faults = [];
    for (const body of [
      { chineseName: ' ' },
      { lastDay: '2026-11-19' },
      { lastDay: null },
      { firstDay: 'x' },
    ])
      faults.push(Object.keys((await send(body)).refusal.errors ?? {}));
    expect(faults).toEqual([['chineseName'], ['lastDay'], ['lastDay'], ['firstDay']]);
  });
});
