import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW } from '../../test/app.ts';
import { connectPatiently, createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { buildAccount, logIn } from '../../test/factories/account.ts';
import { buildBankAccount, buildClass, buildCourse } from '../../test/factories/catalogue.ts';
import { buildCertificate, buildRenewalRequest } from '../../test/factories/certificate.ts';
import { asManaged, buildGroup, buildMembership } from '../../test/factories/group.ts';
import { buildJob } from '../../test/factories/job.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { asStaff, buildStaff, decidingStaff, grant } from '../../test/factories/staff.ts';
import { findOpenLines, importLines } from '../../test/factories/statement.ts';
import { proveTrainee } from '../accounts/actors.ts';
import { approveRenewal } from '../certificates/renewal/approve-renewal.ts';
import { askRenewal } from '../certificates/renewal/ask-renewal.ts';
import { approveRegistration } from '../enrolment/review/approve-registration.ts';
import { rejectRegistration } from '../enrolment/review/reject-registration.ts';
import { cancelRegistration } from '../enrolment/seats/cancel-registration.ts';
import { enrol } from '../enrolment/seats/enrol.ts';
import { moveRegistration } from '../enrolment/seats/move-registration.ts';
import { enrolMembers } from '../groups/enrol-members.ts';
import { confirmPayment } from '../payment/confirm-payment.ts';
import { recordPartialPayment } from '../payment/record-partial-payment.ts';
import { rejectPayment } from '../payment/reject-payment.ts';
import { reportPayment } from '../payment/report-payment.ts';
import { settlePayment } from '../payment/settle-payment.ts';
import { undoPayment } from '../payment/undo-payment.ts';
import { type Database, inTransaction } from '../platform/database/database.ts';
import type { Staff } from '../staff/actors.ts';
import { recordResult } from '../training/results/record-result.ts';
import { checkData } from './check-data.ts';

/** Holds what ordinary use leaves; each test breaks a copy of it. */
let sound: TestDatabase;
let facts: Awaited<ReturnType<typeof live>>;
let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  sound = await createTestDatabase();
  db = connectPatiently(sound.url);
  facts = await live();
  await db.$client.end();
});
afterAll(() => sound.drop());
beforeEach(async () => {
  database = await createTestDatabase(new URL(sound.url).pathname.slice(1));
  db = connectPatiently(database.url);
  // They refuse what these tests break on purpose.
  await execute(sql`alter table registration_events disable trigger registration_events_append_only`);
  await execute(sql`alter table charges disable trigger user`);
  await execute(sql`alter table allocations disable trigger allocations_balance`);
  await execute(sql`alter table refunds disable trigger refunds_balance`);
});
afterEach(async () => {
  await db.$client.end();
  await database.drop();
});

const staff: Staff = decidingStaff();
const remittance = { paidTime: '2026-11-30', lastFive: '00042', paidMoney: 1500, paidName: '王小明' };

const broken = async () => (await checkData(db)).map(({ rule, subjects }) => [rule, subjects]);
const execute = (query: ReturnType<typeof sql>) => db.execute(query);

/** One finished registration, and one in each state before it. */
const live = async () => {
  const [trainingClass, free] = [await buildClass(db), await buildClass(db, { fee: 0 })];
  const { code } = trainingClass;
  const apply = async (to = code) => {
    const account = await buildAccount(db);
    const id = await inTransaction(db, (tx) =>
      enrol(tx, { code: to }, { actor: proveTrainee({ accountId: account.id }), now: NOW }),
    );
    return { id, account };
  };
  const approved = async (to = code) => {
    const person = await apply(to);
    await inTransaction(db, (tx) =>
      approveRegistration(tx, { registrationId: person.id }, { actor: staff, now: NOW }),
    );
    return person;
  };
  const reported = async () => {
    const person = await approved();
    await inTransaction(db, (tx) =>
      reportPayment(
        tx,
        { ...remittance, code },
        { actor: proveTrainee({ accountId: person.account.id }), now: NOW },
      ),
    );
    return person;
  };
  const decide = { registrationId: 0, reason: '查無此筆匯款' };

  const pending = await apply();
  await approved();
  await approved(free.code);
  const rejected = await reported();
  await inTransaction(db, (tx) =>
    rejectPayment(tx, { ...decide, registrationId: rejected.id }, { actor: staff, now: NOW }),
  );
  const confirmed = await reported();
  await inTransaction(db, (tx) =>
    confirmPayment(tx, { registrationId: confirmed.id }, { actor: staff, now: NOW }),
  );
  const refused = await approved();
  await inTransaction(db, (tx) =>
    rejectRegistration(tx, { ...decide, registrationId: refused.id }, { actor: staff, now: NOW }),
  );
  const gone = await apply();
  await inTransaction(db, (tx) =>
    cancelRegistration(tx, { code }, { actor: proveTrainee({ accountId: gone.account.id }), now: NOW }),
  );
  const last = await reported();

  const group = await buildGroup(db);
  const members = [await buildAccount(db), await buildAccount(db)];
  for (const account of members) await buildMembership(db, { group, account });
  const [member = 0] = await inTransaction(db, (tx) =>
    enrolMembers(
      tx,
      {
        code,
        group: asManaged(group),
        accountIds: members.map(({ id }) => id),
      },
      { actor: proveTrainee({ accountId: 1 }), now: NOW },
    ),
  );
  const certificate = await buildCertificate(db, { account: confirmed.account });
  const holder = proveTrainee({ accountId: confirmed.account.id });
  const request = await inTransaction(db, (tx) =>
    askRenewal(tx, { code: certificate.number, frontNote: null }, { actor: holder, now: NOW }),
  );
  const next = await inTransaction(db, (tx) =>
    approveRenewal(tx, { requestId: request }, { actor: staff, now: NOW }),
  );

  const after = new Date(trainingClass.startTime.getTime() + 1);
  await inTransaction(db, (tx) =>
    recordResult(tx, { registrationId: confirmed.id, result: 1, scores: [] }, { actor: staff, now: after }),
  );
  return {
    trainingClass,
    group,
    pending: pending.id,
    refused: refused.id,
    reported: last.id,
    confirmed: confirmed.id,
    member,
    confirmedAccount: confirmed.account,
    certificate,
    request,
    next,
  };
};

test('ordinary use leaves no inconsistency', async () => {
  expect(await broken()).toEqual([]);
});

describe('it sees', () => {
  test('a seat that nobody holds', async () => {
    const { trainingClass } = facts;
    await execute(sql`update classes set number = number + 1 where id = ${trainingClass.id}`);
    expect(await broken()).toEqual([['seats_counted', [`class ${trainingClass.code}`]]]);
  });

  test('a class with more seats than it has', async () => {
    const trainingClass = await buildClass(db, { limitNumber: 1 });
    await execute(sql`alter table classes drop constraint classes_number`);
    for (const _ of [1, 2])
      await buildRegistration(db, { class: trainingClass, account: await buildAccount(db) });
    expect(await broken()).toEqual([['seats_counted', [`class ${trainingClass.code}`]]]);
  });

  test('a person with two seats', async () => {
    const [trainingClass, account] = [await buildClass(db), await buildAccount(db)];
    await execute(sql`drop index registrations_one_seat`);
    for (const _ of [1, 2]) await buildRegistration(db, { class: trainingClass, account });
    expect(await broken()).toEqual([
      ['one_seat_each', [`account ${account.id} in class ${trainingClass.id}`]],
    ]);
  });

  test('a state that no event led to', async () => {
    const { pending, trainingClass } = facts;
    await execute(
      sql`update registrations set state = 'rejected', reason = '資格不符' where id = ${pending}`,
    );
    await execute(sql`update classes set number = number - 1 where id = ${trainingClass.id}`);
    expect(await broken()).toEqual([['last_event_fits', [`registration ${pending}`]]]);
  });

  test('a registration without any event', async () => {
    const { pending } = facts;
    await execute(sql`delete from registration_events where registration_id = ${pending}`);
    expect(await broken()).toEqual([['last_event_fits', [`registration ${pending}`]]]);
  });

  test('a gap between two events', async () => {
    const { confirmed } = facts;
    await execute(
      sql`delete from registration_events where registration_id = ${confirmed} and action = 'payment.report'`,
    );
    expect(await broken()).toEqual([['events_follow', [`registration ${confirmed}`]]]);
  });

  test('a refusal without a reason', async () => {
    const { refused } = facts;
    await execute(sql`alter table registrations drop constraint registrations_rejected_reason`);
    await execute(sql`update registrations set reason = null where id = ${refused}`);
    expect(await broken()).toEqual([['rejected_says_why', [`registration ${refused}`]]]);
  });

  test('a report that still waits though the payment was confirmed', async () => {
    const { confirmed } = facts;
    await execute(
      sql`update payment_report_registrations set outcome = null where registration_id = ${confirmed}`,
    );
    expect(await broken()).toEqual([['open_report_fits', [`registration ${confirmed}`]]]);
  });

  test('a reported payment without a report that waits', async () => {
    const { reported } = facts;
    await execute(
      sql`update payment_report_registrations set outcome = 'replaced' where registration_id = ${reported}`,
    );
    expect(await broken()).toEqual([['open_report_fits', [`registration ${reported}`]]]);
  });

  test('a report for a class that only somebody else has left, and one that covers no registration', async () => {
    const { reported, confirmed } = facts;
    const other = await buildClass(db);
    const { id: registrationId } = await buildRegistration(db, {
      class: other,
      account: await buildAccount(db),
    });
    const move = { registrationId, code: (await buildClass(db)).code, difference: 0, reason: null };
    await inTransaction(db, (tx) => moveRegistration(tx, move, { actor: staff, now: NOW }));
    const report = async (registrationId: number) => {
      const { rows } = await execute(
        sql`select report_id::int as id from payment_report_registrations where registration_id = ${registrationId}`,
      );
      return Number(rows[0]?.id);
    };
    const [wrong, empty] = [await report(reported), await report(confirmed)];
    await execute(sql`update payment_reports set class_id = ${other.id} where id = ${wrong}`);
    await execute(sql`delete from payment_report_registrations where report_id = ${empty}`);
    expect(await broken()).toEqual([
      ['report_of_its_class', [`report ${wrong}`]],
      ['report_fits', [`report ${empty}`]],
    ]);
  });

  test('a registration that is not where it was moved to last', async () => {
    const { reported } = facts;
    const [target, third] = [await buildClass(db), await buildClass(db)];
    for (const { code } of [third, target]) {
      const input = { registrationId: reported, code, difference: 0, reason: null };
      await inTransaction(db, (tx) => moveRegistration(tx, input, { actor: staff, now: NOW }));
    }
    expect(await broken()).toEqual([]);
    await execute(sql`update registrations set class_id = ${third.id} where id = ${reported}`);
    expect(await broken()).toContainEqual(['moved_to_its_class', [`registration ${reported}`]]);
  });

  test('a refund for somebody who never paid', async () => {
    const { pending } = facts;
    await execute(sql`
      insert into refunds (registration_id, amount, reason, created_by, created_at)
      values (${pending}, 1500, '退費', 'system', ${NOW})`);
    expect(await broken()).toEqual([
      ['balance_fits_state', [`registration ${pending}`]],
      ['refunds_were_received', [`registration ${pending}`]],
    ]);
  });

  test('a payment that nobody of staff confirmed', async () => {
    const { confirmed } = facts;
    await execute(
      sql`update registration_events set actor = 'account:1' where registration_id = ${confirmed} and action = 'payment.confirm'`,
    );
    expect(await broken()).toEqual([['confirmed_by_staff', [`registration ${confirmed}`]]]);
  });

  test('a seat of a group for somebody who never was in it', async () => {
    const { member } = facts;
    await execute(sql`alter table registrations drop constraint registrations_group_member`);
    await execute(
      sql`delete from memberships using registrations r where r.id = ${member} and memberships.account_id = r.account_id`,
    );
    expect(await broken()).toEqual([['group_seat_of_member', [`registration ${member}`]]]);
  });

  test('a person from outside the group in a reserved class', async () => {
    const group = await buildGroup(db);
    const trainingClass = await buildClass(db, { groupId: group.id, personalAllow: false });
    const account = await buildAccount(db);
    const { id } = await buildRegistration(db, { class: trainingClass, account });
    expect(await broken()).toEqual([['reserved_for_group', [`registration ${id}`]]]);
  });

  test('scores of another course', async () => {
    const { confirmed } = facts;
    const other = await buildCourse(db, { code: 'FA1', chineseName: '初級急救訓練' });
    await execute(
      sql`insert into scores select ${confirmed}, id, 80, ${NOW} from subjects where course_id = ${other.id} limit 1`,
    );
    expect(await broken()).toEqual([['scores_fit', [`registration ${confirmed}`]]]);
  });

  test('a result from before the start', async () => {
    const { confirmed } = facts;
    await execute(sql`update registrations set updated_at = ${NOW} where id = ${confirmed}`);
    expect(await broken()).toEqual([['passed_after_start', [`registration ${confirmed}`]]]);
  });

  test('a result that nobody of staff recorded', async () => {
    const { confirmed } = facts;
    await execute(
      sql`update registration_events set actor = 'account:1' where registration_id = ${confirmed} and action = 'training.result'`,
    );
    expect(await broken()).toEqual([['result_by_staff', [`registration ${confirmed}`]]]);
  });

  test.each([
    ['another person', false],
    ['a member of the group who does not manage it', true],
  ])('a payment that was reported by %s', async (_, throughGroup) => {
    const { member, group } = facts;
    const mine = sql`(select class_id from registrations where id = ${member})`;
    const stranger = await buildAccount(db);
    await buildMembership(db, { group, account: stranger });
    const { rows } = await execute(sql`
      with report as (
        insert into payment_reports (class_id, reported_by, group_id, paid_time, last_five, paid_money, paid_name, created_at)
        values (${mine}, ${stranger.id}, ${throughGroup ? group.id : null}, '2026-11-30', '00042', 1500, '王小明', ${NOW})
        returning id)
      insert into payment_report_registrations select id, ${member}, 'not_received' from report returning report_id::int as id`);
    expect(await broken()).toEqual([['report_by_payer', [`report ${rows[0]?.id}`]]]);
  });

  test.each([
    ['tomorrow', '2026-12-02'],
    ['more than a year ago', '2025-11-30'],
  ])('a payment of %s', async (_, day) => {
    const { rows } = await execute(
      sql`update payment_reports set paid_time = ${day} where id = (select min(id) from payment_reports) returning id::int`,
    );
    expect(await broken()).toEqual([['report_day_possible', [`report ${rows[0]?.id}`]]]);
  });

  test('a member who left before joining', async () => {
    const account = await buildAccount(db);
    const leftAt = new Date(NOW.getTime() - 1);
    await execute(sql`alter table memberships drop constraint memberships_left_after_joining`);
    const { id } = await buildMembership(db, { group: await buildGroup(db), account, leftAt });
    expect(await broken()).toEqual([['left_after_joining', [`membership ${id}`]]]);
  });

  test('two requests that wait for the same certificate', async () => {
    const certificate = await buildCertificate(db, { account: await buildAccount(db) });
    await execute(sql`drop index renewal_requests_one_open`);
    for (const _ of [1, 2]) await buildRenewalRequest(db, { certificate });
    expect(await broken()).toEqual([['one_request_waits', [`certificate ${certificate.number}`]]]);
  });

  test('a request that waits for a certificate which was replaced', async () => {
    const { certificate } = facts;
    await buildRenewalRequest(db, { certificate });
    expect(await broken()).toEqual([['one_request_waits', [`certificate ${certificate.number}`]]]);
  });

  test.each<[string, Omit<Parameters<typeof buildCertificate>[1], 'account'>]>([
    ['of an ordinary certificate', { kind: 'ordinary' }],
    ['a day too early', { endTime: '2027-06-02' }],
    ['after the end', { endTime: '2026-11-30' }],
  ])('a request for the renewal %s', async (_, overrides) => {
    const account = await buildAccount(db);
    const certificate = await buildCertificate(db, { account, ...overrides });
    const { id } = await buildRenewalRequest(db, { certificate, askedAt: NOW });
    expect(await broken()).toEqual([['asked_in_time', [`request ${id}`]]]);
  });

  test('a request that was decided before it was made', async () => {
    const { request } = facts;
    await execute(sql`alter table renewal_requests drop constraint renewal_requests_decided_after`);
    await execute(
      sql`update renewal_requests set decided_at = asked_at - interval '1 s' where id = ${request}`,
    );
    expect(await broken()).toEqual([['asked_in_time', [`request ${request}`]]]);
  });

  test('an approved renewal without a new certificate', async () => {
    const { certificate } = facts;
    await execute(sql`update certificates set replaced_by_id = null where id = ${certificate.id}`);
    expect(await broken()).toEqual([['successor_exists', [`certificate ${certificate.number}`]]]);
  });

  test('a certificate that was replaced though its renewal was refused', async () => {
    const { certificate, request } = facts;
    await execute(sql`update renewal_requests set state = 'rejected' where id = ${request}`);
    expect(await broken()).toEqual([['replaced_by_approval', [`certificate ${certificate.number}`]]]);
  });

  test.each([
    ['ends a day late', sql`end_time = end_time + 1`],
    ["is somebody else's", sql`account_id = (select min(id) from accounts)`],
  ])('a new certificate that %s', async (_, change) => {
    const { certificate, next } = facts;
    await execute(sql`alter table certificates drop constraint certificates_replaced_by_same`);
    await execute(sql`update certificates set ${change} where id = ${next}`);
    expect(await broken()).toEqual([['successor_fits', [`certificate ${certificate.number}`]]]);
  });

  test.each([
    ['that lasts for more than a day', sql`expires_at = created_at + interval '24 hours 1 second'`],
    ['that was used before it began', sql`last_used_at = created_at - interval '1 second'`],
  ])('a session %s', async (_, change) => {
    const account = await buildAccount(db);
    await logIn(db, account);
    await execute(sql`alter table sessions drop constraint sessions_of_a_day`);
    await execute(sql`update sessions set ${change}`);
    expect(await broken()).toEqual([['session_of_a_day', [`account ${account.id}`]]]);
  });

  test('two links for one password', async () => {
    const account = await buildAccount(db);
    await execute(sql`drop index password_resets_alive`);
    for (const link of ['one', 'two']) {
      await execute(
        sql`insert into password_resets (token_hash, account_id, created_at, expires_at) values (${link}, ${account.id}, ${NOW}, ${NOW})`,
      );
    }
    expect(await broken()).toEqual([['one_link_alive', [`account ${account.id}`]]]);
  });

  test('a mail that was sent without an attempt', async () => {
    const { rows } = await execute(
      sql`update mails set state = 'sent', sent_at = ${NOW} where id = (select id from mails limit 1) returning id`,
    );
    expect(await broken()).toEqual([['mail_was_tried', [`mail ${rows[0]?.id}`]]]);
  });
});

describe('payments and refunds', () => {
  /** Two confirmed registrations: one paid with 300 too much, the other in two parts. */
  const pay = async () => {
    const account = await buildBankAccount(db);
    const trainingClass = await buildClass(db, { bankAccountId: account.id, fee: 1500 });
    const unpaid = async () =>
      (
        await buildRegistration(db, {
          class: trainingClass,
          account: await buildAccount(db),
          state: 'unpaid',
        })
      ).id;
    const [over, parts] = [await unpaid(), await unpaid()];
    const by = { actor: staff, now: NOW };
    const amounts = [1800, 600, 900];
    await importLines(
      db,
      account.id,
      amounts.map((into, at) => ({ in: into, digits: `1000${at}` })),
      by,
    );
    const lines = await findOpenLines(db, account.id);
    const lineOf = (amount: number) => lines.find((line) => line.amount === amount)?.id ?? 0;
    const settle = (amount: number, id: number, difference: number) =>
      inTransaction(db, (tx) =>
        settlePayment(
          tx,
          { lineIds: [lineOf(amount)], registrationIds: [id], received: null, difference, note: null },
          by,
        ),
      );
    const { id: surplus } = await settle(1800, over, 300);
    const partial = { lineIds: [lineOf(600)], registrationIds: [parts], missing: 900 };
    const part = await inTransaction(db, (tx) => recordPartialPayment(tx, partial, by));
    const { id: rest } = await settle(900, parts, 0);
    const { rows: owed } = await execute(sql`select id from refunds where payment_id = ${surplus}`);
    const refund = owed[0]?.id;
    const paid = await buildRegistration(db, {
      class: trainingClass,
      account: await buildAccount(db),
      state: 'confirmed',
    });
    const { rows: counted } = await execute(
      sql`select payment_id from allocations where registration_id = ${paid.id}`,
    );
    const cash = counted[0]?.payment_id;
    return { over, parts, surplus, refund, part, rest, cash, line: lineOf(1800), accountId: account.id };
  };

  test('that are consistent break no rule, also after an undone confirmation', async () => {
    const { surplus } = await pay();
    expect(await broken()).toEqual([]);
    const undo = { paymentId: surplus, reason: '帳戶有誤' };
    await inTransaction(db, (tx) => undoPayment(tx, undo, { actor: staff, now: NOW }));
    expect(await broken()).toEqual([]);
  });

  type Paid = Awaited<ReturnType<typeof pay>>;
  test.each<
    [
      what: string,
      rule: string,
      subject: (paid: Paid) => string,
      change: (paid: Paid) => ReturnType<typeof sql>,
    ]
  >([
    [
      'a line that was set aside though it is used',
      'line_used_once',
      ({ line }) => `line ${line}`,
      ({ line }) => sql`update statement_lines set aside = 'reversed' where id = ${line}`,
    ],
    [
      'a payment with a line of another account',
      'line_used_once',
      ({ line }) => `line ${line}`,
      ({ surplus }) => sql`update payments set bank_account_id = null where id = ${surplus}`,
    ],
    [
      'a used line that is listed as open',
      'line_knows_its_use',
      ({ line }) => `line ${line}`,
      ({ line }) => sql`update statement_lines set used = false where id = ${line}`,
    ],
    [
      'a line whose payment has ended alone',
      'payment_ends_whole',
      ({ rest }) => `payment ${rest}`,
      ({ rest }) => sql`update payment_lines set ended = true where payment_id = ${rest}`,
    ],
    [
      'a refund without an organisation',
      'refund_knows_its_organization',
      ({ refund }) => `refund ${refund}`,
      ({ refund }) => sql`update refunds set organization_id = null where id = ${refund}`,
    ],
    [
      'a refund of another payment than its own',
      'refunds_within_payment',
      ({ refund }) => `refund ${refund}`,
      ({ rest, refund }) => sql`update refunds set payment_id = ${rest} where id = ${refund}`,
    ],
    [
      'an allocation that is less than came in',
      'payment_is_allocated',
      ({ cash }) => `payment ${cash}`,
      ({ cash }) => sql`update payments set amount = amount + 1 where id = ${cash}`,
    ],
    [
      'a refund that became less without keeping anything',
      'refund_and_kept_add_up',
      ({ refund }) => `refund ${refund}`,
      ({ refund }) => sql`update refunds set proposed = amount + 1 where id = ${refund}`,
    ],
    [
      'a fee that the charges do not make up',
      'charges_make_fee',
      ({ parts }) => `registration ${parts}`,
      ({ parts }) => sql`update registrations set fee = 1600 where id = ${parts}`,
    ],
    [
      'a surplus that nobody gets back',
      'balance_fits_state',
      ({ over }) => `registration ${over}`,
      ({ surplus }) => sql`delete from refunds where payment_id = ${surplus}`,
    ],
    [
      'a charge that nobody paid',
      'balance_fits_state',
      ({ parts }) => `registration ${parts}`,
      ({ parts }) => sql`
        insert into charges (registration_id, kind, amount, reason, payment_id, created_by, created_at)
        select ${parts}, 'waived', 100, '更正', max(id), 'system', ${NOW} from payments`,
    ],
  ])('%s', async (_, rule, subject, change) => {
    const paid = await pay();
    await execute(change(paid));
    expect(await broken()).toEqual([[rule, [subject(paid)]]]);
  });

  test('a line that two payments use', async () => {
    const { line, part } = await pay();
    await execute(sql`drop index payment_lines_once`);
    await execute(sql`insert into payment_lines (payment_id, line_id) values (${part}, ${line})`);
    expect(await broken()).toContainEqual(['line_used_once', [`line ${line}`]]);
  });

  test('a job whose counts are not those of its items', async () => {
    const officer = asStaff(await buildStaff(db), [grant('officer')]);
    const id = await buildJob(db, officer);
    await execute(sql`update jobs set done = 1`);
    expect(await broken()).toContainEqual(['job_counts_items', [`job ${id}`]]);
  });

  test('a payment that is not the sum of its lines', async () => {
    const { rest } = await pay();
    await execute(sql`update payments set amount = 901 where id = ${rest}`);
    expect(await broken()).toContainEqual(['payment_is_its_lines', [`payment ${rest}`]]);
  });

  test('an undone payment whose surplus is still owed', async () => {
    const { surplus } = await pay();
    const undo = { paymentId: surplus, reason: '帳戶有誤' };
    await inTransaction(db, (tx) => undoPayment(tx, undo, { actor: staff, now: NOW }));
    await execute(sql`update refunds set state = 'due' where payment_id = ${surplus}`);
    expect(await broken()).toContainEqual(['payment_ends_whole', [`payment ${surplus}`]]);
  });
});
