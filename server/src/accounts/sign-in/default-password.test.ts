import { hash } from '@node-rs/argon2';
import { login, logout, photo, renewSession } from '@portal/contract/accounts';
import { classDetail, classes } from '@portal/contract/catalogue';
import type { Endpoint } from '@portal/contract/endpoint';
import { forget, resetPassword, sendPasswordCode, updatePassword } from '@portal/contract/passwords';
import { updateProfile } from '@portal/contract/person-form';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, buildRegistrationForm, logIn, PASSWORD } from '../../../test/factories/account.ts';
import { buildClass, buildOrganization } from '../../../test/factories/catalogue.ts';
import { one } from '../../../test/factories/one.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { endpoints } from '../../../test/hostile/calls.ts';
import { multipart } from '../../../test/multipart.ts';
import type { OutgoingMail } from '../../mail/delivery.ts';
import { mails } from '../../mail/tables.ts';
import { sendDueMails } from '../../mail/worker.ts';
import { letters } from '../../timers/letters.ts';
import { accounts, passwordCodes, signInAttempts } from '../tables.ts';

/* People of the old system, whose password is their birth date until they set one of their own. */

type Account = Awaited<ReturnType<typeof buildAccount>>;

const DAY = 24 * 3_600_000;
const MINUTE = 60_000;
const BIRTHDAY = '19900514';
const NEW = 'Kite-and-tide-26';

let portal: TestPortal;
let organizationId: number;
beforeAll(async () => {
  portal = await openTestPortal();
  organizationId = (await buildOrganization(portal.db, { name: '臺北市分會' })).id;
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.clock.now = NOW;
  await portal.db.delete(signInAttempts);
});

const later = (span: number) => {
  portal.clock.now = new Date(portal.clock.now.getTime() + span);
};

const stored = async ({ id }: Pick<Account, 'id'>) =>
  one(await portal.db.select().from(accounts).where(eq(accounts.id, id)));

/** All that the old system knew, of which each value can be told from every other. */
const SECRETS = {
  address: '秘密路二段 2 號',
  addressCode: '106',
  email: 'secret.mailbox',
  cellPhone: '0955-666777',
  homePhone: '02-26667777',
  companyPhone: '0800-555666',
  employer: '秘密公司',
  school: '秘密大學',
  department: '秘密系',
  photoKey: 'photos/secret-photo',
};
const LOOKUPS = { cityId: 1, areaId: 3, careerId: 2, educationId: 2, educationStatusId: 2 };

const defaultHash = hash(BIRTHDAY, { memoryCost: 1024, timeCost: 1 });

let serial = 0;

const buildImported = async (overrides: Parameters<typeof buildAccount>[1] = {}) =>
  buildAccount(portal.db, {
    organizationId,
    passwordIsBirthday: true,
    passwordHash: await defaultHash,
    importedAt: NOW,
    ...SECRETS,
    ...LOOKUPS,
    email: `${SECRETS.email}.${++serial}@example.org`,
    ...overrides,
  });

const withoutMailbox = { email: null };

const enter = (account: Account, password = BIRTHDAY) =>
  portal.call(login, { body: { account: account.account, password, country: account.country } });

const tokenOf = async (account: Account) => (await enter(account)).answer.access_token;

const change = (token: string, overrides: Record<string, unknown> = {}) =>
  portal.call(updatePassword, {
    token,
    body: {
      password: BIRTHDAY,
      new_password: NEW,
      new_password_confirmation: overrides.new_password ?? NEW,
      ...overrides,
    },
  });

const fillIn = async (
  token: string,
  account: Account,
  overrides: Record<string, string | undefined> = {},
) => {
  const form = buildRegistrationForm({
    chinese_name: account.chineseName ?? '',
    id_number: account.idNumber ?? undefined,
    birthday: account.birthday ?? '',
    email: 'typed@example.com',
    password: undefined,
    password_confirmation: undefined,
    country: undefined,
    ...overrides,
  });
  const { headers, body } = await multipart({ fields: form });
  return portal.call(updateProfile, { token, headers, body });
};

/** Sends what waits; the mails that went to an address, newest last. */
const delivered = async (to: string): Promise<OutgoingMail[]> => {
  const sent: OutgoingMail[] = [];
  const deliver = async (mail: OutgoingMail) => void sent.push(mail);
  const worker = { ...portal.services, letters, publicUrl: 'https://portal.example', deliver };
  while ((await sendDueMails(worker)) > 0);
  return sent.filter((mail) => mail.to === to);
};

const codeIn = (mail: OutgoingMail | undefined) => /驗證碼：(\d{4} \d{4})/.exec(mail?.text ?? '')?.[1] ?? '';

const askForCode = async (token: string, account: Account): Promise<string> => {
  expect((await portal.call(sendPasswordCode, { token })).status).toBe(200);
  return codeIn(
    (await delivered(account.email ?? '')).findLast(
      ({ subject, text }) => subject.includes('驗證碼') && text.includes(`${account.chineseName} 您好`),
    ),
  );
};

const mailsTo = async (account: Account) =>
  (await portal.db.select().from(mails).where(eq(mails.accountId, account.id)))
    .map(({ template, recipient }) => `${template} ${recipient}`)
    .toSorted();

const wrongOf = (code: string) => `${code.slice(0, -1)}${(Number(code.slice(-1)) + 1) % 10}`;

/** Names that the lists of choices hold for everybody. */
const isList = ({ path }: Endpoint) => /\/api\/(areas|cities|careers|educations)/.test(path);
const LOOKUP_NAMES = ['大安區', '公務人員'];

/** Expects no stored value but the name, the branch and what was typed to log in. */
const expectNoSecret = (body: string, names: readonly string[] = LOOKUP_NAMES) => {
  const { addressCode, ...texts } = SECRETS;
  // Three digits stand in a token by chance: they count as a whole value only.
  const secrets = [`"${addressCode}"`, ...Object.values(texts), ...names];
  const found = secrets.filter((secret) => body.includes(secret));
  expect(found).toEqual([]);
};

const byName = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`;

describe('a person who knows a birth date', () => {
  test('sees the name and which fields are missing or stored, but no values', async () => {
    const account = await buildImported({ careerId: null });
    const { answer } = await enter(account);
    expect(answer.user).toEqual({
      country: 'local',
      chinese_name: account.chineseName,
      english_name: account.englishName,
      src: null,
      organization: '臺北市分會',
      id_number: account.idNumber,
      passport_no: null,
      sex: 1,
      birthday: account.birthday,
      city: null,
      area: null,
      address: null,
      address_code: null,
      email: null,
      cell_phone: null,
      home_phone: null,
      career: null,
      company_phone: null,
      career_type: null,
      education: null,
      education_status: null,
      school: null,
      department: null,
      state: false,
      password_is_birthday: true,
      email_confirmed: true,
      missing: ['career_type'],
      hidden: [
        ...['src', 'city', 'area', 'address', 'address_code', 'email', 'cell_phone', 'home_phone', 'career'],
        ...['company_phone', 'education', 'education_status', 'school', 'department'],
      ],
      needs_code: true,
      needs_branch: false,
    });
  });

  test('does not see the number that a foreigner does not log in with', async () => {
    const account = await buildImported({
      country: 'foreign',
      passportNo: 'K7654321',
      idNumber: 'Q199999990',
    });
    const { answer } = await enter(account);
    expect(answer.user).toMatchObject({ passport_no: 'K7654321', id_number: null });
    expect(answer.user.hidden).toContain('id_number');
  });

  test.each(endpoints.map((endpoint) => [byName(endpoint), endpoint] as const))(
    'gets nothing of it from %s',
    async (_, endpoint) => {
      const account = await buildImported();
      const trainingClass = await buildClass(portal.db);
      await buildRegistration(portal.db, { class: trainingClass, account, state: 'unpaid' });
      const token = await tokenOf(account);
      const call = endpoint.body && { account: account.account, code: trainingClass.code };
      const { headers, body } = endpoint.multipart
        ? await multipart({ fields: buildRegistrationForm() })
        : { headers: {}, body: call };
      const url = endpoint.path.replace(/:code/, trainingClass.code).replace(/:key/, 'secret-photo');
      const response = await portal.app.inject({
        method: endpoint.method,
        url: url.replace(/:\w+/, 'X'),
        headers: { ...headers, authorization: `Bearer ${token}` },
        ...(body && { payload: body }),
      });
      expectNoSecret(response.body, isList(endpoint) ? [] : LOOKUP_NAMES);
      if (endpoint.access !== 'public' && !endpoint.allowsDefaultPassword) {
        expect(response.statusCode).toBe(403);
      }
    },
  );

  test('gets no values from a fresh session, a refused password or a saved profile', async () => {
    const account = await buildImported();
    const fresh = await portal.call(renewSession, { token: await tokenOf(account) });
    expect(fresh.status).toBe(200);
    expectNoSecret(JSON.stringify(fresh.answer));
    const token = fresh.answer.access_token;
    for (const new_password of [
      '0955666777',
      '+886955666777',
      'secret.mailbox',
      'secret.mailbox@example.org',
    ]) {
      const { refusal } = await change(token, { new_password });
      expect(refusal.errors).toEqual({ code: ['請輸入寄至您電子郵件的驗證碼'] });
    }
    const saved = await fillIn(token, account, {
      home_phone: '',
      school: '',
      company_phone: '',
      department: '',
    });
    expect(saved.status).toBe(200);
    expectNoSecret(JSON.stringify(saved.answer));
    expect(saved.answer).toMatchObject({
      email: 'typed@example.com',
      area: '新莊區',
      school: null,
      missing: [],
    });
  });

  test('sees public pages as a guest, without the person’s registrations', async () => {
    const account = await buildImported();
    const trainingClass = await buildClass(portal.db);
    await buildRegistration(portal.db, { class: trainingClass, account });
    const params = { code: trainingClass.code };
    const token = await tokenOf(account);
    expect((await portal.call(classDetail, { params, token })).answer.isAlreadyApply).toBe(false);
    expect(
      (await portal.call(classDetail, { params, token: await logIn(portal.db, await ownPassword(account)) }))
        .answer.isAlreadyApply,
    ).toBe(true);
    expect((await portal.call(classes, { query: { type: 'Normal' }, token })).status).toBe(200);
  });

  test('cannot see the photo, and may log out', async () => {
    const account = await buildImported();
    const token = await tokenOf(account);
    expect((await portal.call(photo, { params: { key: 'secret-photo' }, token })).status).toBe(403);
    expect((await portal.call(logout, { token })).status).toBe(200);
    expect((await portal.call(renewSession, { token })).status).toBe(401);
  });
});

/** The same person after they have set a password. */
const ownPassword = async (account: Account) => {
  await portal.db.update(accounts).set({ passwordIsBirthday: false }).where(eq(accounts.id, account.id));
  return account;
};

describe('a profile that is filled in with the default password', () => {
  test('keeps fields that are left empty, and the stored mailbox until a password is set', async () => {
    const account = await buildImported();
    const token = await tokenOf(account);
    await fillIn(token, account, {
      home_phone: '',
      school: '',
      department: '',
      company_phone: '',
      career: '',
    });
    expect(await stored(account)).toMatchObject({
      homePhone: SECRETS.homePhone,
      school: SECRETS.school,
      department: SECRETS.department,
      companyPhone: SECRETS.companyPhone,
      employer: SECRETS.employer,
      address: '範例路一段 1 號',
      email: account.email,
    });
    expect(await mailsTo(account)).toEqual([`default_password_login ${account.email}`]);
  });

  test('does not store its address if the password is set in another session', async () => {
    const account = await buildImported({ email: 'kept@example.com' });
    await fillIn(await tokenOf(account), account, { email: 'stranger@example.com' });
    const token = await tokenOf(account);
    const { answer } = await change(token, { code: await askForCode(token, account) });
    expect(answer).toMatchObject({ email: 'kept@example.com', missing: [], state: true });
    expect((await mailsTo(account)).filter((mail) => mail.includes('stranger'))).toEqual([]);
  });

  test('keeps its address when the session is renewed', async () => {
    const account = await buildImported({ email: 'former@example.com' });
    const token = await tokenOf(account);
    await fillIn(token, account);
    const { answer } = await portal.call(renewSession, { token });
    const fresh = answer.access_token;
    const code = await askForCode(fresh, account);
    expect((await change(fresh, { code })).answer.email).toBe('typed@example.com');
  });
});

describe('without a stored mailbox', () => {
  const branch = '攜帶身分證件至所屬分會';

  test('number and birth date open nothing, whatever is called', async () => {
    const account = await buildImported({ ...withoutMailbox, cellPhone: '0911-222333' });
    const { answer } = await enter(account);
    expect(answer.user).toMatchObject({ needs_branch: true, needs_code: false, state: false });
    const token = answer.access_token;
    const before = await stored(account);
    const attempts = [
      await fillIn(token, account, { cell_phone: '0999-888777' }),
      await change(token),
      await portal.call(sendPasswordCode, { token }),
    ];
    for (const { status, refusal } of attempts)
      expect([status, refusal.message]).toEqual([403, expect.stringContaining(branch)]);
    expect(await stored(account)).toEqual(before);
    expect((await portal.call(renewSession, { token })).answer.user.needs_branch).toBe(true);
  });

  test('a code goes to the mailbox that the branch has stored', async () => {
    const account = await buildImported(withoutMailbox);
    await portal.db.update(accounts).set({ email: 'branch@example.com' }).where(eq(accounts.id, account.id));
    const token = await tokenOf(account);
    const code = await askForCode(token, { ...account, email: 'branch@example.com' });
    expect((await change(token, { code })).answer).toMatchObject({
      ...{ state: true, email: 'branch@example.com', needs_branch: false },
    });
  });
});

describe('the code for the first password', () => {
  test('goes to the stored mailbox, even if another was typed, and both are mailed', async () => {
    const account = await buildImported({ email: 'stored@example.com' });
    const token = await tokenOf(account);
    await fillIn(token, account);
    const code = await askForCode(token, account);
    expect(code).toMatch(/^\d{4} \d{4}$/);
    const { status, answer } = await change(token, { code });
    expect([status, answer.state, answer.needs_code]).toEqual([200, true, false]);
    expect(answer.email).toBe('typed@example.com');
    expect(await mailsTo(account)).toEqual([
      'contact_adopted typed@example.com',
      'contact_changed stored@example.com',
      'default_password_login stored@example.com',
      'email_confirmation typed@example.com',
      'first_password_set stored@example.com',
      'first_password_set typed@example.com',
      'password_code stored@example.com',
    ]);
    expect((await enter(account, NEW)).status).toBe(200);
    expect((await enter(account)).status).toBe(422);
  });

  test('is stored nowhere in plain form', async () => {
    const account = await buildImported();
    const code = (await askForCode(await tokenOf(account), account)).replace(' ', '');
    const kept = JSON.stringify([
      await portal.db.select().from(passwordCodes),
      await portal.db.select().from(mails).where(eq(mails.accountId, account.id)),
    ]);
    expect(kept).not.toMatch(new RegExp(`${code}|${code.slice(0, 4)} ${code.slice(4)}`));
  });

  test.each([
    ['in one piece', (code: string) => code.replace(' ', '')],
    ['with a hyphen', (code: string) => code.replace(' ', '-')],
    [
      'in full width',
      (code: string) =>
        [...code.replace(' ', '')]
          .map((c) => String.fromCodePoint((c.codePointAt(0) ?? 0) + 0xfee0))
          .join(''),
    ],
  ])('is taken %s', async (_, typed) => {
    const account = await buildImported();
    const token = await tokenOf(account);
    expect((await change(token, { code: typed(await askForCode(token, account)) })).status).toBe(200);
  });

  test.each([undefined, null, '', ' '])(
    'is required, before anything is checked, if it is %j',
    async (code) => {
      const token = await tokenOf(await buildImported());
      const { status, refusal } = await change(token, { code, password: 'wrong' });
      expect([status, refusal.errors]).toEqual([422, { code: ['請輸入寄至您電子郵件的驗證碼'] }]);
    },
  );

  test('is compared five times and then ends', async () => {
    const account = await buildImported();
    const token = await tokenOf(account);
    const code = await askForCode(token, account);
    const texts = [];
    for (let n = 0; n < 5; n++)
      texts.push((await change(token, { code: wrongOf(code) })).refusal.errors?.code?.[0]);
    expect(texts).toEqual([
      ...[4, 3, 2, 1].map((n) => `驗證碼錯誤，還可再試 ${n} 次`),
      '驗證碼已失效，請重新寄送',
    ]);
    expect((await change(token, { code })).refusal.errors).toEqual({ code: ['驗證碼已失效，請重新寄送'] });
    expect((await stored(account)).passwordIsBirthday).toBe(true);
  });

  test('is compared five times, also by simultaneous calls through several servers', async () => {
    const account = await buildImported();
    const token = await tokenOf(account);
    const code = await askForCode(token, account);
    const beside = await portal.beside();
    const body = {
      password: BIRTHDAY,
      new_password: NEW,
      new_password_confirmation: NEW,
      code: wrongOf(code),
    };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? beside : portal).call(updatePassword, { token, body })),
    );
    const told = answers.map(({ refusal }) => refusal.errors?.code?.[0] ?? '');
    expect(told.filter((text) => text.startsWith('驗證碼錯誤'))).toHaveLength(4);
    expect(told.filter((text) => text === '驗證碼已失效，請重新寄送')).toHaveLength(16);
  });

  test('works for one of two simultaneous calls', async () => {
    for (let round = 0; round < 5; round++) {
      const account = await buildImported();
      const tokens = [await tokenOf(account), await tokenOf(account)];
      const code = await askForCode(tokens[0] ?? '', account);
      const answers = await Promise.all(
        tokens.map((token, n) =>
          change(token, {
            code,
            new_password: `Kite-and-tide-${n}`,
            new_password_confirmation: `Kite-and-tide-${n}`,
          }),
        ),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const won = answers.findIndex(({ status }) => status === 200);
      expect((await enter(account, `Kite-and-tide-${won}`)).status).toBe(200);
    }
  });

  test('ends after 15 minutes, with the next one, and when it was used', async () => {
    const account = await buildImported();
    const token = await tokenOf(account);
    const first = await askForCode(token, account);
    later(15 * MINUTE);
    expect((await change(token, { code: first })).refusal.errors?.code).toEqual(['驗證碼已失效，請重新寄送']);
    const second = await askForCode(token, account);
    const third = await askForCode(token, account);
    expect((await change(token, { code: second })).status).toBe(422);
    expect((await change(token, { code: third })).status).toBe(200);
    await portal.db
      .update(accounts)
      .set({ passwordIsBirthday: true, passwordHash: await defaultHash })
      .where(eq(accounts.id, account.id));
    const again = await change(await tokenOf(account), { code: third });
    expect(again.refusal.errors?.code).toEqual(['驗證碼已失效，請重新寄送']);
  });

  test('of one account does not work for another', async () => {
    const [mine, other] = [await buildImported({ email: 'mine@example.com' }), await buildImported()];
    const code = await askForCode(await tokenOf(mine), mine);
    const token = await tokenOf(other);
    await askForCode(token, other);
    expect((await change(token, { code })).status).toBe(422);
  });

  test('is sent five times an hour and ten times a day, also with simultaneous calls', async () => {
    const account = await buildImported();
    const token = await tokenOf(account);
    const ask = () => portal.call(sendPasswordCode, { token });
    const first = await Promise.all(Array.from({ length: 8 }, ask));
    expect(first.map(({ status }) => status).toSorted()).toEqual([
      ...Array(5).fill(200),
      ...Array(3).fill(429),
    ]);
    expect((await ask()).headers['retry-after']).toBe('3600');
    later(60 * MINUTE);
    for (let n = 0; n < 5; n++) expect((await ask()).status).toBe(200);
    later(60 * MINUTE);
    const { status, headers, refusal } = await portal.call(sendPasswordCode, {
      token: await tokenOf(account),
    });
    expect([status, headers['retry-after']]).toEqual([429, String(22 * 3600)]);
    expect(refusal.message).toContain('驗證碼寄送次數過多');
  });

  test('is not mailed if it is not needed', async () => {
    const token = await logIn(portal.db, await ownPassword(await buildImported()));
    expect((await portal.call(sendPasswordCode, { token })).refusal.errors).toEqual({
      code: ['您設定密碼不需要驗證碼'],
    });
  });

  test('is ignored if it is not required', async () => {
    const account = await buildAccount(portal.db);
    const { status } = await change(await logIn(portal.db, account), { password: PASSWORD, code: '0' });
    expect(status).toBe(200);
  });

  test('refuses a password that equals a phone number entered in this session', async () => {
    const account = await buildImported();
    const token = await tokenOf(account);
    const code = await askForCode(token, account);
    const refused = await change(token, { code, new_password: '0955 666 777' });
    expect(refused.refusal.errors).toEqual({ new_password: ['密碼不得與電話號碼相同'] });
    expect((await change(token, { code })).answer).toMatchObject({
      cell_phone: SECRETS.cellPhone,
      hidden: [],
    });
  });

  test('is not required with a link from the mailbox itself', async () => {
    const account = await buildImported({ email: 'linked@example.com' });
    await fillIn(await tokenOf(account), account, { email: 'stranger@example.com' });
    await portal.call(forget, { body: { account: account.account, date: account.birthday } });
    const [mail] = (await delivered('linked@example.com')).filter(({ subject }) =>
      subject.includes('密碼重設'),
    );
    const token = /token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const body = { token, password: NEW, password_confirmation: NEW };
    expect((await portal.call(resetPassword, { body })).status).toBe(200);
    expect(await stored(account)).toMatchObject({ passwordIsBirthday: false, email: 'linked@example.com' });
    expect(await mailsTo(account)).toContain('first_password_set linked@example.com');
  });
});

describe('a login with the default password', () => {
  test('is reported to the stored mailbox, once a day', async () => {
    const account = await buildImported();
    const told = async () =>
      (await mailsTo(account)).filter((mail) => mail.startsWith('default_password_login'));
    await enter(account);
    await enter(account);
    expect(await told()).toEqual([`default_password_login ${account.email}`]);
    later(DAY);
    await enter(account);
    expect(await told()).toHaveLength(2);
  });

  test('is possible for 180 days after the import; then only a correct one is told the reason', async () => {
    const account = await buildImported();
    later(180 * DAY);
    expect((await enter(account)).status).toBe(200);
    later(1);
    const { status, refusal } = await enter(account);
    expect([status, refusal.errors]).toEqual([
      422,
      { account: ['舊系統的預設密碼已逾使用期限，請洽所屬分會管理人員'] },
    ]);
    expect((await enter(account, '19900515')).refusal.errors).toEqual({ account: ['帳號密碼有誤'] });
    const own = await ownPassword(await buildImported({ importedAt: new Date(NOW.getTime() - 1000 * DAY) }));
    expect((await enter(own)).status).toBe(200);
  });

  test('counts from the creation of the account without an import, and from the latest import', async () => {
    const createdAt = new Date(NOW.getTime() - 181 * DAY);
    const account = await buildImported({ importedAt: null, createdAt, updatedAt: createdAt });
    expect((await enter(account)).status).toBe(422);
    await portal.db.update(accounts).set({ importedAt: NOW }).where(eq(accounts.id, account.id));
    expect((await enter(account)).status).toBe(200);
  });

  test('is possible for as long as configured', async () => {
    const other = await openTestPortal({ BIRTHDAY_PASSWORD_DAYS: '2' });
    const importedAt = new Date(NOW.getTime() - 3 * DAY);
    const account = await buildAccount(other.db, {
      passwordIsBirthday: true,
      passwordHash: await defaultHash,
      importedAt,
    });
    const { refusal } = await other.call(login, { body: { account: account.account, password: BIRTHDAY } });
    expect(refusal.errors?.account).toEqual(['舊系統的預設密碼已逾使用期限，請洽所屬分會管理人員']);
    await other.close();
  });
});
