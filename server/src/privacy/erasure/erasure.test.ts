import * as contract from '@portal/contract/office/privacy';
import { register } from '@portal/contract/person-form';
import { erasure as erasureCall } from '@portal/contract/privacy';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, buildRegistrationForm, logIn } from '../../../test/factories/account.ts';
import { buildBankAccount, buildClass } from '../../../test/factories/catalogue.ts';
import { buildGroup, buildMembership } from '../../../test/factories/group.ts';
import { nationalId } from '../../../test/factories/identity.ts';
import { buildJob } from '../../../test/factories/job.ts';
import { buildMail } from '../../../test/factories/mail.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { asStaff, buildStaff, decidingStaff, enterAs, grant } from '../../../test/factories/staff.ts';
import { importLines } from '../../../test/factories/statement.ts';
import { buildTracesOf } from '../../../test/factories/traces.ts';
import { actDuring } from '../../../test/locks.ts';
import { multipart } from '../../../test/multipart.ts';
import { proveTrainee } from '../../accounts/actors.ts';
import { findAccount } from '../../accounts/queries.ts';
import { accounts } from '../../accounts/tables.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { renewalRequests } from '../../certificates/tables.ts';
import { enrol } from '../../enrolment/seats/enrol.ts';
import { registrations } from '../../enrolment/tables.ts';
import { mails } from '../../mail/tables.ts';
import { recordPayment } from '../../money/record-payment.ts';
import { refunds } from '../../money/tables.ts';
import { mergePeople } from '../../people/merge/merge-people.ts';
import { personMerges } from '../../people/tables.ts';
import { type Executor, inTransaction, type Tx } from '../../platform/database/database.ts';
import { tidyUp } from '../../timers/housekeeping.ts';
import { FOLDERS } from '../../timers/sweep-files.ts';
import { packPersonalData } from '../export-own-data.ts';
import { dataExports, privacyRequests } from '../tables.ts';
import { eraseTraces } from './erase-traces.ts';
import { KEPT_REASONS } from './kept.ts';
import { findTraces } from './traces.ts';

const DAY = 24 * 3_600_000;

let portal: TestPortal;
let headers: Record<string, string>;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.clock.now = NOW;
  headers = (await enterAs(portal.db, grant('officer'))).headers;
});

const PERSON = {
  ...{ chineseName: '諸葛瑾瑜', englishName: 'Zhuge Jinyu', birthday: '1987-06-05' },
  ...{ email: 'zhuge.jinyu@example.org', cellPhone: '0987654321', homePhone: '02-27654321' },
  ...{ companyPhone: '02-87654321', address: '忠孝東路九段八十七號', employer: '瑾瑜潛水有限公司' },
};

let serial = 0;

const buildPerson = async (overrides: Parameters<typeof buildAccount>[1] = {}) => {
  serial += 1;
  const idNumber = nationalId(70_000_000 + serial);
  const photoKey = `photos/${idNumber}`;
  await portal.services.files.put(photoKey, Buffer.from(`photo of ${idNumber}`));
  return buildAccount(portal.db, { ...PERSON, idNumber, photoKey, emailConfirmedAt: NOW, ...overrides });
};

type Person = Awaited<ReturnType<typeof buildPerson>>;

const ask = async (
  { id: accountId }: { id: number },
  columns: Partial<typeof privacyRequests.$inferInsert> = {},
) => {
  const [row] = await portal.db
    .insert(privacyRequests)
    .values({ accountId, requestedAt: NOW, ...columns })
    .returning({ id: privacyRequests.id });
  return String(row?.id);
};

const erase = async (id: string, version = 0) =>
  portal.call(contract.erasePerson, {
    ...{ headers, params: { id } },
    body: { reason: '已核對身分證件', version },
  });

const tryPreview = async (id: string) => portal.call(contract.previewErasure, { headers, params: { id } });

const preview = async (id: string) => (await tryPreview(id)).answer;

/** Settles what the factories leave open. */
const settleAll = async () => {
  await portal.db
    .update(refunds)
    .set({ state: 'paid', paidOn: '2026-12-01', settledBy: 'staff:1', settledAt: NOW, reference: 'R1' })
    .where(eq(refunds.state, 'due'));
  await portal.db.update(renewalRequests).set({ state: 'rejected', decidedAt: NOW, backendNote: '不符' });
};

/** The bank statement names the payer. */
const payByLine = async (accountId: number, payer: string) => {
  const { db } = portal;
  const bank = await buildBankAccount(db);
  await importLines(db, bank.id, [{ in: 1500 }], { actor: decidingStaff(), now: NOW });
  await db.execute(sql`update statement_lines set name = ${payer}, memo = ${`${payer} 報名費`}`);
  await db.execute(sql`
    with used as (
      insert into payment_lines (payment_id, line_id)
      select min(a.payment_id), (select max(id) from statement_lines) from allocations a
      join registrations r on r.id = a.registration_id where r.account_id = ${accountId}
      returning payment_id)
    update payments set bank_account_id = ${bank.id} where id = (select payment_id from used)`);
};

/** Texts about the person where nobody looks for them. */
const spread = async ({ id, chineseName, email, account }: Person) => {
  const { db } = portal;
  const own = sql`(select id from registrations where account_id = ${id})`;
  await db.execute(sql`update registrations set reason = ${`請${chineseName}補件`} where account_id = ${id}`);
  await db.execute(sql`
    insert into registration_events (registration_id, at, actor, action, from_state, to_state, note)
    select id, ${NOW}, 'system', 'registration.note', state, state, ${`${chineseName} 來電 ${account}`} from registrations where id in ${own}`);
  await db.execute(sql`update refunds set reason = ${`退還${chineseName}`} where registration_id in ${own}`);
  await db.execute(sql`
    update payments set note = ${`${chineseName}代匯`}
    where id in (select payment_id from allocations where registration_id in ${own})`);
  const event = { actor: 'system', action: 'list.export', subject: 'list' } as const;
  await inTransaction(db, (tx) =>
    recordEvent(tx, { ...event, after: { filter: { search: [chineseName] } } }, NOW),
  );
  await inTransaction(db, (tx) =>
    recordEvent(
      tx,
      { ...event, action: 'account.update', subject: 'account', subjectId: id, after: { email } },
      NOW,
    ),
  );
  await db.execute(sql`update payment_reports set paid_name = ${chineseName} where reported_by = ${id}`);
  await db.execute(sql`
    insert into registration_notes (registration_id, staff_id, at, text)
    select id, (select min(id) from staff_accounts), ${NOW}, ${`${chineseName}來電`} from registrations where id in ${own}`);
  const staff = asStaff(await buildStaff(db, { grants: [grant('officer')] }), [grant('officer')]);
  const { rows } = await db.execute<{ id: string }>(sql`select id from registrations where id in ${own}`);
  await buildJob(db, staff, { keys: rows.map((row) => row.id) });
  await db.execute(sql`update job_items set label = ${chineseName}`);
  await payByLine(id, chineseName ?? '');
  const group = await buildGroup(db);
  const manager = await buildAccount(db);
  await buildMembership(db, { group, account: manager, role: 'manager' });
  await buildMembership(db, { group, account: { id } });
  const texts = { note: `${chineseName}來電`, extensionReason: `${account}資料多`, reason: `${email}無效` };
  const times = { requestedAt: NOW, extendedAt: NOW, closedAt: NOW };
  await db.insert(privacyRequests).values({ accountId: id, state: 'declined', ...texts, ...times });
  await db.insert(dataExports).values({ accountId: id, at: NOW });
  const row = { recipient: 'm@example.com', template: 'group_cancelled', createdAt: NOW, dueAt: NOW };
  await db.insert(mails).values({ ...row, accountId: manager.id, data: { name: '', people: [chineseName] } });
};

/** The tables whose rows hold one of the words. */
const findInDatabase = async (words: readonly string[]): Promise<string[]> => {
  const { rows } = await portal.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const [hit] = (
      await portal.db.execute(sql`
        select 1 from ${sql.identifier(name)} as t
        where exists (select from unnest(${sql.param([...words])}::text[]) as word where position(word in t::text) > 0) limit 1`)
    ).rows;
    if (hit) found.push(name);
  }
  return found.toSorted();
};

const findInFiles = async (words: readonly string[]): Promise<string[]> => {
  const found: string[] = [];
  for (const folder of FOLDERS) {
    for await (const keys of portal.services.files.list(folder)) {
      for (const key of keys) {
        const text = Buffer.from((await portal.services.files.read(key)) ?? '').toString();
        if (words.some((word) => text.includes(word) || key.includes(word))) found.push(key);
      }
    }
  }
  return found;
};

const wordsOf = ({ idNumber }: Person) => [
  ...Object.values(PERSON),
  ...(idNumber === null ? [] : [idNumber]),
];

/** The tables in which the person is found before the erasure. */
const TABLES = [
  ...[
    'accounts',
    'audit_events',
    'certificate_contents',
    'erasure_requests',
    'job_items',
    'mails',
    'payment_reports',
    'payments',
  ],
  ...['refunds', 'registration_events', 'registration_notes', 'registrations', 'statement_lines'],
];

describe('an erasure', () => {
  test('leaves nothing of the person but what the law names', async () => {
    const { db } = portal;
    const person = await buildPerson();
    await buildTracesOf(portal, person);
    await spread(person);
    await settleAll();
    const words = wordsOf(person);
    expect(await findInDatabase(words)).toEqual(TABLES);
    const id = await ask(person);
    const { status, answer } = await erase(id);
    expect([status, answer.state]).toEqual([200, 'erased']);
    await db.update(mails).set({ state: 'sent', sentAt: NOW }).where(eq(mails.template, 'privacy_erased'));
    for (const days of [0, 1.5, 4]) {
      portal.clock.now = new Date(NOW.getTime() + days * DAY);
      await tidyUp({ ...portal.services, clock: () => portal.clock.now });
    }
    expect(await findInDatabase(words)).toEqual(['certificate_contents']);
    expect(await findInFiles(words)).toEqual([]);
  });

  test('also erases the accounts that became part of the person', async () => {
    const [survivor, removed] = [await buildAccount(portal.db), await buildPerson()];
    await buildMail(portal.db, removed);
    await inTransaction(portal.db, (tx) =>
      mergePeople(
        tx,
        { survivorId: survivor.id, removedId: removed.id, reason: `${PERSON.chineseName} 同一人` },
        { actor: decidingStaff(), now: NOW },
      ),
    );
    const mine = wordsOf(removed);
    expect(await findInDatabase(mine.slice(-1))).toEqual(['accounts']);
    expect((await erase(await ask(survivor))).status).toBe(200);
    // The name of the photo, until the sweep removes it.
    expect(await findInDatabase(mine.slice(-1))).toEqual(['unused_files']);
    const merged = await portal.db.select().from(personMerges).where(eq(personMerges.removedId, removed.id));
    expect(merged).toMatchObject([{ moves: null, reason: '（已刪除）' }]);
    const parts = await portal.db.select().from(accounts).where(eq(accounts.id, removed.id));
    expect(parts).toMatchObject([{ chineseName: '（已刪除）', mergedIntoId: survivor.id }]);
  });

  test('says beforehand what it does, table by table, and changes nothing', async () => {
    const person = await buildPerson();
    await buildTracesOf(portal, person);
    await spread(person);
    await settleAll();
    const id = await ask(person);
    const before = await portal.db.select().from(accounts).where(eq(accounts.id, person.id));
    const { obstacles, parts, lastMailTo } = await preview(id);
    expect([obstacles, lastMailTo]).toEqual([[], PERSON.email]);
    expect(await portal.db.select().from(accounts).where(eq(accounts.id, person.id))).toEqual(before);
    const said = new Map(parts.map((part) => [`${part.table} ${part.how}`, part.rows]));
    expect(said.get('accounts emptied')).toBe(1);
    expect(said.get('registration_documents deleted')).toBe(1);
    expect(said.get('payment_reports masked')).toBe(1);
    expect(said.get('sessions deleted')).toBe(1);
    expect(said.get('audit_events masked')).toBeGreaterThan(0);
    expect(said.get('registration_events masked')).toBeGreaterThan(0);
    expect(parts.filter(({ rows }) => rows === 0)).toEqual([]);
    expect(parts.filter(({ how }) => how === 'kept').map(({ table, why }) => [table, why])).toEqual(
      expect.arrayContaining([
        ['certificates', 'register'],
        ['charges', 'accounting'],
        ['person_views', 'claims'],
        ['attendance', 'anonymous'],
      ]),
    );
  });

  test('lets the person in no more, and join anew', async () => {
    const person = await buildPerson();
    const token = await logIn(portal.db, person);
    await erase(await ask(person));
    expect((await portal.call(erasureCall, { token })).status).toBe(401);
    const fields = buildRegistrationForm({ id_number: person.idNumber ?? '' });
    const { headers: type, body } = await multipart({ fields });
    expect((await portal.call(register, { headers: type, body })).status).toBe(200);
  });

  test('is done once, and repeating it is no error', async () => {
    const id = await ask(await buildPerson());
    const answers = await Promise.all([1, 2, 3].map(() => erase(id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const sent = await portal.db.$count(
      mails,
      sql`template = 'privacy_erased' and recipient = ${PERSON.email}`,
    );
    expect(sent).toBeGreaterThan(0);
  });

  test('sends no last mail to a mailbox that was not confirmed', async () => {
    const unconfirmed = { email: 'never.confirmed@example.org', emailConfirmedAt: null };
    const id = await ask(await buildPerson(unconfirmed));
    expect((await preview(id)).lastMailTo).toBeNull();
    expect((await erase(id)).status).toBe(200);
    expect(await portal.db.$count(mails, eq(mails.recipient, unconfirmed.email))).toBe(0);
  });

  test('is previewed and done for an open request for erasure alone', async () => {
    const person = await buildPerson();
    const access = await ask(person, { kind: 'access' });
    expect([(await tryPreview(access)).code, (await erase(access)).code]).toEqual(['not_found', 'invalid']);
    const closed = await ask(await buildPerson(), { state: 'withdrawn', closedAt: NOW });
    for (const { code } of [await tryPreview(closed), await erase(closed)])
      expect(code).toBe('privacy_request_closed');
  });

  test('under way holds up the copy of the data, and leaves nothing to copy', async () => {
    const { id } = await buildPerson();
    await buildPerson();
    const erasePart = async (tx: Tx) => eraseTraces(tx, await findTraces(tx, await findAccount(tx, id)), NOW);
    const copy = () => packPersonalData(portal.services, id, NOW);
    await expect(actDuring(portal.db, erasePart, copy)).rejects.toMatchObject({ code: 'session_ended' });
  });
});

describe('an erasure waits for', () => {
  const obstaclesOf = async (person: Person) => (await preview(await ask(person))).obstacles;

  test.each(['pending', 'unpaid', 'reported', 'confirmed'] as const)('a seat that is %s', async (state) => {
    const person = await buildPerson();
    const trainingClass = await buildClass(portal.db);
    await buildRegistration(portal.db, { class: trainingClass, account: person, state });
    const [obstacle] = await obstaclesOf(person);
    expect(obstacle).toEqual({ code: 'live_registration', count: 1 });
    const [{ id } = { id: 0 }] = await portal.db
      .select({ id: privacyRequests.id })
      .from(privacyRequests)
      .where(eq(privacyRequests.accountId, person.id));
    expect((await erase(String(id))).code).toBe('erasure_obstacle');
  });

  test('a refund, a renewal, a group without another manager, and another request', async () => {
    const person = await buildPerson();
    await buildTracesOf(portal, person);
    const group = await buildGroup(portal.db, { code: 'ALONE' });
    await buildMembership(portal.db, { group, account: person, role: 'manager' });
    await buildMembership(portal.db, { group, account: await buildAccount(portal.db) });
    await portal.db
      .insert(privacyRequests)
      .values({ accountId: person.id, kind: 'access', requestedAt: NOW });
    expect((await obstaclesOf(person)).map(({ code }) => code)).toEqual([
      ...['refund_due', 'open_renewal', 'only_manager', 'open_request'],
    ]);
  });

  test('neither a class that has just ended nor a group that everybody else has left', async () => {
    const { db } = portal;
    const [person, other] = [await buildPerson(), await buildAccount(db)];
    const ended = await buildClass(db, { startTime: NOW });
    await buildRegistration(db, { class: ended, account: person, state: 'confirmed' });
    const group = await buildGroup(db);
    await buildMembership(db, { group, account: person, role: 'manager' });
    await buildMembership(db, { group, account: other, leftAt: NOW });
    await buildMembership(db, { group: await buildGroup(db), account: other });
    expect(await obstaclesOf(person)).toEqual([]);
  });

  test('an enrolment of the person that is under way', async () => {
    const person = await buildPerson();
    const { code } = await buildClass(portal.db);
    const actor = proveTrainee({ accountId: person.id });
    const id = await ask(person);
    const takeSeat = (tx: Tx) => enrol(tx, { code }, { actor, now: NOW });
    expect((await actDuring(portal.db, takeSeat, () => erase(id))).code).toBe('erasure_obstacle');
  });

  test('a payment for a registration of the person that is being recorded', async () => {
    const person = await buildPerson();
    const ended = await buildClass(portal.db, { startTime: NOW, fee: 900 });
    const seat = await buildRegistration(portal.db, { class: ended, account: person, state: 'confirmed' });
    const id = await ask(person);
    const payAgain = async (tx: Tx) => {
      const own = eq(registrations.id, seat.id);
      await tx.select({ id: registrations.id }).from(registrations).where(own).for('no key update');
      const cash = { kind: 'surplus', method: 'cash', bankAccountId: null, lineIds: [] } as const;
      const part = { registrationId: seat.id, amount: 900, reportId: null, refundReason: '重複匯款' };
      const { organizationId } = ended;
      const payment = { ...cash, organizationId, amount: 900, receivedOn: '2026-12-01', allocations: [part] };
      await recordPayment(tx, payment, { actor: 'system', now: NOW });
    };
    expect((await actDuring(portal.db, payAgain, () => erase(id))).code).toBe('erasure_obstacle');
  });
});

/** Everything that points to a person, over any number of tables. */
const findTablesOfPeople = async (): Promise<string[]> => {
  const { rows } = await portal.db.execute<{ name: string }>(sql`
    with recursive owned(id) as (
      select 'accounts'::regclass::oid
      union select conrelid from pg_constraint join owned on confrelid = owned.id where contype = 'f')
    select id::regclass::text as name from owned order by 1`);
  return rows.map(({ name }) => name);
};

test('every table that points to a person is erased or kept for a reason', async () => {
  const person = await buildPerson();
  const erased = await inTransaction(portal.db, async (tx) => {
    const traces = await findTraces(tx, await findAccount(tx, person.id));
    return eraseTraces(tx, traces, NOW);
  });
  // The sessions take their successors with them.
  const treated = [...erased.map(({ table }) => table), ...Object.keys(KEPT_REASONS), 'renewed_sessions'];
  expect((await findTablesOfPeople()).filter((table) => !treated.includes(table))).toEqual([]);
});

/** All rows of all tables, each as text after the name of its table. */
const findAllRows = async (db: Executor): Promise<string[]> => {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await db.execute<{ row: string }>(
      sql`select to_json(t)::text as row from ${sql.identifier(name)} as t`,
    );
    for (const { row } of rows) found.push(`${name} ${row}`);
  }
  return found;
};

test('what is kept of a person of the same name stays as it is', async () => {
  const namesake = await buildPerson();
  await buildTracesOf(portal, namesake);
  await spread(namesake);
  const before = await findAllRows(portal.db);
  const person = await buildPerson();
  await buildTracesOf(portal, person);
  await inTransaction(portal.db, async (tx) => {
    const traces = await findTraces(tx, await findAccount(tx, person.id));
    await eraseTraces(tx, traces, NOW);
    const after = new Set(await findAllRows(tx));
    const changed = before.filter((row) => !after.has(row));
    // An event of a search holds a name, not the person that staff looked for.
    expect(changed.filter((row) => !row.includes('"filter": {"search"'))).toEqual([]);
  });
});

test('events of people who are not erased stay as they are, for every role', async () => {
  const { id } = await buildPerson();
  const masked = portal.db.execute(sql`select mask_events_of_erased(${id}, array['諸葛瑾瑜'])`);
  await expect(masked).rejects.toMatchObject({ cause: { code: '42501' } });
});
