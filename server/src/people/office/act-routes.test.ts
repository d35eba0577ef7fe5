import { login } from '@portal/contract/accounts';
import * as contract from '@portal/contract/office/people';
import { ownSessions } from '@portal/contract/sessions';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, logIn, PASSWORD } from '../../../test/factories/account.ts';
import { buildOrganization } from '../../../test/factories/catalogue.ts';
import { nationalId } from '../../../test/factories/identity.ts';
import { enterAs, grant } from '../../../test/factories/staff.ts';
import { send } from '../../../test/office-requests.ts';
import { maskIdentity } from '../../accounts/people/mask.ts';
import { accounts, passwordResets } from '../../accounts/tables.ts';
import { mails } from '../../mail/tables.ts';
import { unusedFiles } from '../../platform/tables.ts';
import { identityChanges } from '../tables.ts';

/* Acts of an officer on the people of a branch. */

let portal: TestPortal;
let branch: { id: number };
let officer: Awaited<ReturnType<typeof enterAs>>;
let officerElsewhere: Awaited<ReturnType<typeof enterAs>>;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  branch = await buildOrganization(portal.db);
  const elsewhere = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
  officer = await enterAs(portal.db, grant('officer', branch.id));
  officerElsewhere = await enterAs(portal.db, grant('officer', elsewhere.id));
});
afterAll(() => portal.close());

const own = (overrides: Parameters<typeof buildAccount>[1] = {}) =>
  buildAccount(portal.db, { organizationId: branch.id, ...overrides });
const about = ({ id }: { id: number }, headers = officer.headers) => ({ params: { id: `${id}` }, headers });
const picture = () =>
  sharp({ create: { width: 9, height: 9, channels: 3, background: '#000' } })
    .jpeg()
    .toBuffer();
const because = { body: { reason: '冒用他人身分' } };

const enter = ({ account }: { account: string }) =>
  portal.call(login, { body: { account, password: PASSWORD, country: 'local' } });

test('a suspended trainee is out at the next call and cannot come back before the account is restored', async () => {
  const person = await own();
  const token = await logIn(portal.db, person);
  const suspended = await portal.call(contract.suspendPerson, { ...about(person), ...because });
  expect(suspended.answer).toMatchObject({ can: { suspend: false, resume: true } });
  expect((await portal.call(ownSessions, { token })).status).toBe(401);
  expect((await enter(person)).code).toBe('account_suspended');
  // A repeat is no second event.
  expect((await portal.call(contract.suspendPerson, { ...about(person), ...because })).status).toBe(200);
  const { answer } = await portal.call(contract.personHistory, about(person));
  expect(answer.map(({ action }) => action)).toEqual(['account.suspend']);
  await portal.call(contract.resumePerson, { ...about(person), ...because });
  expect((await enter(person)).status).toBe(200);
});

test('an account whose number was released is not restored', async () => {
  const person = await own({ country: 'foreign', passportNo: 'RELEASED0A1B2C', suspendedAt: NOW });
  const { answer } = await portal.call(contract.personDetail, about(person));
  expect(answer.can.resume).toBe(false);
  const resumed = await portal.call(contract.resumePerson, { ...about(person), ...because });
  expect(resumed.code).toBe('person_released');
});

test('a rejected photo is gone, and the person is asked for a better one', async () => {
  const person = await own({ photoKey: 'photos/blurred' });
  const reject = () => portal.call(contract.rejectPersonPhoto, { ...about(person), ...because });
  expect((await reject()).answer).toMatchObject({ facts: { photo: null }, can: { rejectPhoto: false } });
  expect((await reject()).code).toBe('person_without_photo');
  const [mail] = await portal.db.select().from(mails).where(eq(mails.accountId, person.id));
  expect(mail).toMatchObject({ template: 'photo_rejected', data: { reason: '冒用他人身分' } });
});

describe('a photo is replaced', () => {
  const portrait = (background: string) =>
    sharp({ create: { width: 600, height: 840, channels: 3, background } })
      .jpeg()
      .toBuffer();
  const replace = async (
    person: { id: number },
    file: Buffer,
    headers: Record<string, string> = officer.headers,
  ) => {
    const sent = { params: { id: `${person.id}` }, file };
    const response = await send(portal, contract.replacePersonPhoto, sent, headers);
    return { status: response.statusCode, answer: response.json() };
  };
  const photoOf = async ({ id }: { id: number }) => {
    const [row] = await portal.db.select().from(accounts).where(eq(accounts.id, id));
    return row?.photoKey ?? '';
  };

  test('by another one, as the person would do it, with a letter and an event', async () => {
    const person = await own({ photoKey: 'photos/former' });
    await portal.services.files.put('photos/former', await portrait('#000'));
    const { status, answer } = await replace(person, await portrait('#fff'));
    expect(status).toBe(200);
    const key = await photoOf(person);
    const { width, height } = await sharp((await portal.services.files.read(key)) ?? undefined).metadata();
    expect({ width, height }).toEqual({ width: 295, height: 413 });
    expect(answer.facts.photo).toMatch(/^[\w-]{12}$/);
    const [unused] = await portal.db.select().from(unusedFiles).where(eq(unusedFiles.key, 'photos/former'));
    expect(unused?.owner).toBe(`account:${person.id}`);
    const [mail] = await portal.db.select().from(mails).where(eq(mails.accountId, person.id));
    expect(mail).toMatchObject({ template: 'profile_edited', data: { fields: ['照片'] } });
    const history = await portal.call(contract.personHistory, about(person));
    expect(history.answer.map(({ action }) => action)).toEqual(['account.replace_photo']);
    const { photo } = (await replace(person, await portrait('#ccc'))).answer.facts;
    expect(photo).not.toBe(answer.facts.photo);
  });

  test('once for a key, and the file of the repeat is discarded', async () => {
    const person = await own();
    const headers = { ...officer.headers, 'idempotency-key': 'replace-photo-once' };
    const file = await portrait('#fff');
    const first = await replace(person, file, headers);
    const key = await photoOf(person);
    expect((await replace(person, file, headers)).answer).toEqual(first.answer);
    expect(await photoOf(person)).toBe(key);
    expect(await portal.db.$count(unusedFiles, eq(unusedFiles.owner, `account:${person.id}`))).toBe(0);
  });

  test('unless the file is no portrait, or the person is suspended or of another branch', async () => {
    const person = await own();
    const file = await portrait('#fff');
    const refused = async (...given: Parameters<typeof replace>) => (await replace(...given)).answer.code;
    expect(await refused(person, await picture())).toBe('photo_too_small');
    expect(await refused(person, Buffer.from('%PDF-1.7'))).toBe('photo_not_image');
    expect(await refused(person, Buffer.alloc(0))).toBe('photo_not_image');
    expect(await refused(await own({ suspendedAt: NOW }), file)).toBe('person_suspended');
    expect((await replace(person, file, officerElsewhere.headers)).status).toBe(404);
    expect(await photoOf(person)).toBe('');
  });
});

test('all sessions of a person are ended', async () => {
  const person = await own();
  const tokens = [await logIn(portal.db, person), await logIn(portal.db, person)];
  expect((await portal.call(contract.endPersonSessions, about(person))).status).toBe(200);
  for (const token of tokens) expect((await portal.call(ownSessions, { token })).status).toBe(401);
});

describe('a reset link', () => {
  test('goes to the stored mailbox, a few times an hour', async () => {
    const person = await own({ email: 'reset@example.com' });
    const send = () => portal.call(contract.sendPersonResetLink, about(person));
    for (let n = 0; n < 5; n += 1) expect((await send()).status).toBe(200);
    expect((await send()).code).toBe('too_many_attempts');
    const sent = await portal.db.select().from(mails).where(eq(mails.accountId, person.id));
    expect(new Set(sent.map(({ recipient }) => recipient))).toEqual(new Set(['reset@example.com']));
    expect(JSON.stringify((await send()).answer)).not.toContain('token');
    expect(await portal.db.$count(passwordResets, eq(passwordResets.accountId, person.id))).toBe(5);
  });

  test.each([
    ['a person without a mailbox', { email: null }, 'person_without_mailbox'],
    ['a suspended person', { suspendedAt: NOW }, 'person_suspended'],
  ])('is refused for %s', async (_, overrides, code) => {
    const sent = await portal.call(contract.sendPersonResetLink, about(await own(overrides)));
    expect(sent.code).toBe(code);
  });
});

test.each([
  contract.suspendPerson,
  contract.resumePerson,
  contract.endPersonSessions,
  contract.rejectPersonPhoto,
  contract.sendPersonResetLink,
])('officers of another branch do not act: $path', async (endpoint) => {
  const person = await own();
  const call = { ...about(person, officerElsewhere.headers), ...('body' in endpoint ? because : {}) };
  expect((await portal.call(endpoint as typeof contract.suspendPerson, call as never)).status).toBe(404);
});

describe('what people may change themselves', () => {
  const edit = async (person: { id: number }, body: object, headers = officer.headers) =>
    portal.call(contract.editPerson, { ...about(person, headers), body: { version: 0, ...body } });

  test('is changed by an officer, and the person is told which fields', async () => {
    const person = await own({ phoneConfirmedAt: NOW, school: '海大', emailConfirmedAt: NOW });
    const { answer: before } = await portal.call(contract.editedPerson, about(person));
    const { name: _, country: __, city: ___, ...form } = before;
    const { answer } = await edit(person, { ...form, cell_phone: '0911-222333', school: '' });
    expect(answer.facts).toMatchObject({ phone: '0911-222333', isPhoneConfirmed: false, school: null });
    const [mail] = await portal.db.select().from(mails).where(eq(mails.accountId, person.id));
    expect(mail).toMatchObject({ template: 'profile_edited', data: { fields: ['行動電話', '學校'] } });
    const { answer: history } = await portal.call(contract.personHistory, about(person));
    expect(history).toMatchObject([{ action: 'account.edit', changes: [{ field: 'fields' }] }]);
    expect(JSON.stringify(history)).not.toContain('0911');
  });

  test('is refused for who has not seen the change of a colleague', async () => {
    const person = await own();
    const colleague = await enterAs(portal.db, grant('officer', branch.id));
    expect((await edit(person, { school: '甲校' }, colleague.headers)).status).toBe(200);
    const late = await edit(person, { school: '乙校' });
    expect(late.code).toBe('changed_meanwhile');
    expect(JSON.stringify(late.refusal)).toContain(colleague.staff.name);
  });

  test.each([
    [{ cell_phone: '12' }, 'invalid'],
    [{ area: 999_999 }, 'area_unknown'],
    [{ career_id: 999_999 }, 'career_unknown'],
    [{ address_code: '12' }, 'invalid'],
  ])('is checked as in the form of the person: %j', async (body, code) => {
    expect((await edit(await own(), body)).code).toBe(code);
  });
});

describe('身分資料變更', () => {
  const change = async (person: { id: number }, fields: Record<string, string>, headers = officer.headers) =>
    send(
      portal,
      contract.changeIdentity,
      {
        params: { id: `${person.id}` },
        file: await picture(),
        fields: { reason: '附戶籍謄本', version: '0', ...fields },
      },
      headers,
    );
  const number = nationalId(812_345);

  test('changes name, number and birth date, keeps what was, and tells the person', async () => {
    const person = await own({ birthday: '1990-05-14', email: 'changed@example.com' });
    const given = { chinese_name: '王新名', number: number.toLowerCase(), birthday: '1991-05-14' };
    const changed = await change(person, given);
    expect([changed.statusCode, changed.json().certificates]).toEqual([200, 0]);
    const [row] = await portal.db.select().from(accounts).where(eq(accounts.id, person.id));
    expect(row).toMatchObject({ chineseName: '王新名', account: number, birthday: '1991-05-14' });
    const [kept] = await portal.db
      .select()
      .from(identityChanges)
      .where(eq(identityChanges.accountId, person.id));
    expect(kept).toMatchObject({
      before: { chineseName: person.chineseName, number: person.idNumber, birthday: '1990-05-14' },
      after: { chineseName: '王新名', number, birthday: '1991-05-14' },
    });
    const { answer } = await portal.call(contract.identityChanges, about(person));
    expect(answer).toMatchObject([{ before: { number: maskIdentity(person.idNumber ?? '') } }]);
    const file = await send(
      portal,
      contract.identityProof,
      { params: { id: `${kept?.id}` } },
      officer.headers,
    );
    expect(file.statusCode).toBe(200);
    const [mail] = await portal.db.select().from(mails).where(eq(mails.accountId, person.id));
    expect(mail?.template).toBe('identity_changed');
    expect(JSON.stringify((await portal.call(contract.personHistory, about(person))).answer)).not.toContain(
      number,
    );
  });

  test('changes the default password with the birth date', async () => {
    const person = await own({ birthday: '1990-05-14', passwordIsBirthday: true, importedAt: NOW });
    expect((await change(person, { birthday: '1991-05-14' })).statusCode).toBe(200);
    const body = { account: person.account, password: '19910514', country: 'local' };
    expect((await portal.call(login, { body })).status).toBe(200);
  });

  test.each([
    ['the number of another account', async () => ({ number: (await own()).account }), 'identity_taken'],
    ['what is stored already', async () => ({ birthday: '1990-05-14' }), 'identity_unchanged'],
    ['a wrong number', async () => ({ number: 'A123456780' }), 'invalid'],
    ['nothing', async () => ({}), 'invalid'],
  ])('is refused for %s', async (_, fields, code) => {
    const person = await own({ birthday: '1990-05-14' });
    const refused = await change(person, (await fields()) as Record<string, string>);
    expect([refused.statusCode, refused.json().code]).toEqual([422, code]);
    expect(await portal.db.$count(identityChanges, eq(identityChanges.accountId, person.id))).toBe(0);
  });

  test('is refused for an officer who has not seen what a colleague changed, and says who it was', async () => {
    const person = await own();
    const colleague = await enterAs(portal.db, grant('officer', branch.id));
    expect((await change(person, { chinese_name: '王先改' }, colleague.headers)).statusCode).toBe(200);
    const late = await change(person, { chinese_name: '王後改' });
    expect([late.statusCode, late.json().code]).toEqual([409, 'changed_meanwhile']);
    expect(late.json().message).toContain(colleague.staff.name);
    const { answer } = await portal.call(contract.personDetail, about(person));
    const seen = await change(person, { chinese_name: '王後改', version: `${answer.version}` });
    expect(seen.statusCode).toBe(200);
  });

  test('needs a file', async () => {
    const fields = { chinese_name: '王新名', reason: '改名', version: '0' };
    const sent = { params: { id: `${(await own()).id}` }, file: new Uint8Array(), fields };
    const refused = await send(portal, contract.changeIdentity, sent, officer.headers);
    expect(refused.json().code).toBe('document_missing');
  });
});
