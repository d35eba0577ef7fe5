import { createHash } from 'node:crypto';
import type { Endpoint } from '@portal/contract/endpoint';
import * as accountCalls from '@portal/contract/office/account';
import * as attachmentCalls from '@portal/contract/office/attachments';
import * as attendanceCalls from '@portal/contract/office/attendance';
import * as bankAccountCalls from '@portal/contract/office/bank-accounts';
import * as classCalls from '@portal/contract/office/classes';
import * as courseCalls from '@portal/contract/office/courses';
import * as documentCalls from '@portal/contract/office/documents';
import * as enrolmentCalls from '@portal/contract/office/enrolments';
import * as eventCalls from '@portal/contract/office/events';
import * as mailCalls from '@portal/contract/office/mails';
import * as paperCalls from '@portal/contract/office/papers';
import * as paymentCalls from '@portal/contract/office/payments';
import * as pictureCalls from '@portal/contract/office/pictures';
import * as preferenceCalls from '@portal/contract/office/preferences';
import * as refundCalls from '@portal/contract/office/refunds';
import * as listCalls from '@portal/contract/office/registrations';
import * as resultCalls from '@portal/contract/office/results';
import * as reviewCalls from '@portal/contract/office/reviews';
import * as scoreFileCalls from '@portal/contract/office/score-files';
import * as searchCalls from '@portal/contract/office/search';
import * as sessionCalls from '@portal/contract/office/session';
import * as staffCalls from '@portal/contract/office/staff';
import * as statementCalls from '@portal/contract/office/statements';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bankAccounts, classes, subjects } from '../src/catalogue/tables.ts';
import { oweRefund } from '../src/enrolment/owe-refund.ts';
import { registrationEvents, registrations, reviewPhrases } from '../src/enrolment/tables.ts';
import { mailKey, mails } from '../src/mail/tables.ts';
import { setLineAside } from '../src/payment/set-line-aside.ts';
import { settlePayment } from '../src/payment/settle-payment.ts';
import { findOpenLines } from '../src/payment/statement-queries.ts';
import { refunds } from '../src/payment/tables.ts';
import { inTransaction } from '../src/platform/database.ts';
import { serverKey } from '../src/platform/server-key.ts';
import { CHECK_IN_KEY } from '../src/training/check-in.ts';
import { checkInCode } from '../src/training/check-in-code.ts';
import { results } from '../src/training/tables.ts';
import { fill, NOW, openTestPortal, type TestPortal } from './app.ts';
import { describedCalls, nameOf } from './described-calls.ts';
import { buildAccount } from './factories/account.ts';
import {
  buildAttachment,
  buildBankAccount,
  buildClass,
  buildClassSession,
  buildCourse,
  buildOrganization,
} from './factories/catalogue.ts';
import { nationalId } from './factories/identity.ts';
import { one } from './factories/one.ts';
import { buildPaymentReport, buildRegistration } from './factories/registration.ts';
import { asStaff, buildStaff, enterOffice, grant } from './factories/staff.ts';
import { importLines, plainCsv, plainShape } from './factories/statement.ts';
import { multipart } from './multipart.ts';

/* Every call of the office that changes something leaves its event, in the transaction of the change. */

let portal: TestPortal;
let headers: Record<string, string>;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  await buildOrganization(portal.db);
  const grants = [grant('admin'), grant('officer'), grant('cashier')];
  const staff = await buildStaff(portal.db, { grants });
  headers = { 'sec-fetch-site': 'same-origin', cookie: await enterOffice(portal.db, staff) };
  await portal.db.execute(sql`
    create function fail_at_commit() returns trigger language plpgsql as $$ begin raise exception 'no commit'; end $$`);
});
afterAll(() => portal.close());

const cashier = asStaff({ id: 1, name: '會計' }, [grant('cashier')]);

interface Sent {
  readonly params?: Record<string, string>;
  readonly body?: unknown;
  /** Sent as a form, with these fields beside it. */
  readonly file?: Uint8Array;
  readonly fields?: Record<string, string>;
}

let serial = 0;
const next = () => {
  serial += 1;
  return serial;
};

const classForm = {
  sessions: [{ date: '2026-12-31', from: '09:00', to: '17:00' }],
  place: '新的教室',
  contactName: '林承辦',
  contactPhone: '02-20000001',
  limitNumber: 20,
  fee: 1500,
  paymentDays: 7,
  personalAllow: true,
  groupAllow: true,
};

const opening = async (overrides: Parameters<typeof buildClass>[1] = {}) => {
  const { id, code, organizationId, courseId } = await buildClass(portal.db, overrides);
  return { params: { id: String(id) }, code, organizationId, courseId };
};
const draft = { publishedAt: null };
const past = { startTime: new Date(NOW.getTime() - 86_400_000) };

/** A registration whose last day to pay is past. */
const overdue = async () => {
  const account = await buildAccount(portal.db);
  const row = {
    class: await buildClass(portal.db),
    account,
    state: 'unpaid',
    paymentDue: '2026-11-20',
  } as const;
  return { body: { ids: [(await buildRegistration(portal.db, row)).id] } };
};

/** A registration in this state, as the parameter of a call. */
const registered = async (state: 'pending' | 'refused' | 'confirmed' = 'pending') => {
  const [opening, account] = [await buildClass(portal.db), await buildAccount(portal.db)];
  const { id } = await buildRegistration(portal.db, { class: opening, account, state });
  return { params: { id: String(id) } };
};

/** A mail about a class that has come back, as the parameter of a call. */
const undelivered = async () => {
  const { code } = await buildClass(portal.db);
  const { id: accountId } = await buildAccount(portal.db);
  const row = { accountId, recipient: 'gone@example.com', template: 'enrolled', data: { code } };
  const times = { dueAt: NOW, createdAt: NOW };
  const made = await portal.db
    .insert(mails)
    .values({ ...row, ...times, state: 'undeliverable', attempts: 1 })
    .returning({ key: mailKey(mails.id) });
  return { params: { id: one(made).key } };
};

const phrase = async () => {
  const row = { text: `常用語 ${next()}`, position: serial, updatedBy: 'system', updatedAt: NOW };
  const { id, text } = one(await portal.db.insert(reviewPhrases).values(row).returning());
  return { params: { id: String(id) }, text };
};

const plain = Buffer.from('科目,時數\n急救,8\n');

const classOf = async () => ({ params: { id: String((await buildClass(portal.db)).id) } });

/** Two attachments of a class; the first as parameter. */
const attached = async () => {
  const { id: classId } = await buildClass(portal.db);
  const first = await buildAttachment(portal.db, { classId });
  const second = await buildAttachment(portal.db, { classId });
  return { params: { id: String(classId), attachment: String(first.id) }, ids: [first.id, second.id] };
};

const bankAccountForm = () => ({
  ...{ bankCode: '012', bank: '海嶼商業銀行', holder: '協會', number: `00${next()}-12345` },
});

const bankAccount = async (closedAt: Date | null = null) => {
  const { id } = await buildBankAccount(portal.db);
  await portal.db.update(bankAccounts).set({ closedAt }).where(eq(bankAccounts.id, id));
  return { params: { id: String(id) } };
};

const courseForm = async () => ({
  ...{ code: `N${next()}`, name: '新的訓練', kindId: (await buildCourse(portal.db)).certificateKindId },
  ...{ hours: 8, attendanceMinimum: 80, fee: 900, limitNumber: 20, paymentDays: 7 },
  ...{ html: '', paidHtml: '', info: '', subjects: [], requires: [], documents: [] },
});

const member = async (suspendedAt: Date | null = null) => {
  const { id } = await buildStaff(portal.db, { grants: [grant('auditor')], suspendedAt });
  return { params: { id: String(id) } };
};

interface Reached {
  /** Decided by staff, and not published yet. */
  readonly decided?: 1 | 2;
  /** Published. */
  readonly result?: 1 | 2;
}

/** A confirmed registration for a class of today. */
const attending = async ({ decided, result }: Reached = {}) => {
  const { db } = portal;
  const opening = await buildClass(db, { startTime: NOW });
  const { id: sessionId } = await buildClassSession(db, { classId: opening.id, date: '2026-12-01' });
  const account = await buildAccount(db);
  const registered = await buildRegistration(db, {
    ...{ class: opening, account, state: 'confirmed' },
    ...(result && { result }),
  });
  const [subject] = await db.select().from(subjects).where(eq(subjects.courseId, opening.courseId));
  const registrationId = registered.id;
  const draft = { registrationId, state: 'draft', version: 1, updatedBy: 'staff:1', updatedAt: NOW } as const;
  if (decided) await db.insert(results).values({ ...draft, decided, reason: '口試通過' });
  return { sessionId, registrationId, subjectId: subject?.id ?? 0, params: { id: String(opening.id) } };
};

/** An account with a line, and a registration that is paid into it. */
const desk = async (state: 'unpaid' | 'confirmed' = 'unpaid') => {
  const account = await buildBankAccount(portal.db);
  const opening = await buildClass(portal.db, { bankAccountId: account.id, fee: 1500 });
  const person = await buildAccount(portal.db);
  const registration = await buildRegistration(portal.db, { class: opening, account: person, state });
  await importLines(portal.db, account.id, [{ in: 1500, digits: '00042' }], { actor: cashier, now: NOW });
  const [line] = await findOpenLines(portal.db, account.id);
  return { account, person, registration, lineId: line?.id ?? 0 };
};

const byLine = async () => {
  const { registration, lineId } = await desk();
  return { lineIds: [lineId], registrationIds: [registration.id] };
};

const reported = async () => {
  const { registration, person, account, lineId } = await desk();
  const { id } = registration;
  await portal.db.update(registrations).set({ state: 'reported' }).where(eq(registrations.id, id));
  const event = {
    registrationId: id,
    at: NOW,
    actor: `account:${person.id}`,
    action: 'payment.report',
  } as const;
  await portal.db.insert(registrationEvents).values({ ...event, fromState: 'unpaid', toState: 'reported' });
  const report = await buildPaymentReport(portal.db, { registration, account: person });
  return { account, lineId, reportId: report.id };
};

const settled = async () => {
  const wish = { ...(await byLine()), received: null, difference: 0, note: null };
  const { id } = await inTransaction(portal.db, (tx) =>
    settlePayment(tx, wish, { actor: cashier, now: NOW }),
  );
  return { params: { id: String(id) }, body: { reason: '對錯人' } };
};

const refund = async (body: object) => {
  const { id: registrationId } = (await desk('confirmed')).registration;
  const owed = { registrationId, amount: 100, reason: '溢繳', paymentConfirmed: true };
  await inTransaction(portal.db, (tx) => oweRefund(tx, owed, { actor: 'system', now: NOW }));
  const { id } = one(
    await portal.db
      .select({ id: refunds.id })
      .from(refunds)
      .where(eq(refunds.registrationId, registrationId)),
  );
  return { params: { id: String(id) }, body };
};

const statementForm = async () => {
  const { id } = await buildBankAccount(portal.db);
  const fields = { shape: JSON.stringify(plainShape) };
  return { params: { id: String(id) }, fields, file: plainCsv([{ in: 1500 }]) };
};

/** A filled-in score file, with what its preview shows. */
const scoreForm = async () => {
  const { params, registrationId, subjectId } = await attending();
  const row = await portal.db
    .select({ code: classes.code })
    .from(classes)
    .where(eq(classes.id, Number(params.id)));
  const head = ['課程代碼', '識別碼（請勿更改）', '學科測驗'];
  const rows = [head, [one(row).code, `R${registrationId}V0.0`, '80']];
  const cell = { registrationId, subjectId, score: 80, version: 0 };
  const seen = createHash('sha256')
    .update(JSON.stringify([cell]))
    .digest('hex');
  return { params, fields: { seen }, file: Buffer.from(rows.map((cells) => cells.join(',')).join('\n')) };
};

const roles = [{ role: 'cashier', organizationId: null }];

/** Each call with its preparation and the action of its event. */
const writes: [endpoint: Endpoint, action: string, prepare: () => Promise<Sent>][] = [
  [
    classCalls.createClasses,
    'class.create',
    async () => {
      const { organizationId, courseId } = await opening();
      return { body: { ...classForm, organizationId, courseId, code: `NEW-${next()}` } };
    },
  ],
  [
    classCalls.editClass,
    'class.edit',
    async () => {
      const { params, code } = await opening();
      return { params, body: { ...classForm, code, version: 0 } };
    },
  ],
  [classCalls.publishClass, 'class.publish', async () => ({ ...(await opening(draft)), body: {} })],
  [
    classCalls.unscheduleClass,
    'class.unschedule',
    () => opening({ ...draft, publishAt: new Date(NOW.getTime() + 86_400_000) }),
  ],
  [classCalls.withdrawClass, 'class.withdraw', opening],
  [classCalls.stopEnrolment, 'class.stop', opening],
  [classCalls.resumeEnrolment, 'class.resume', () => opening({ state: 'closed' })],
  [
    classCalls.postponeClass,
    'class.postpone',
    async () => {
      const body = { sessions: classForm.sessions, message: '講師受傷', freeDays: 7, version: 0 };
      return { ...(await opening()), body };
    },
  ],
  [
    classCalls.callOffClass,
    'class.call_off',
    async () => ({ ...(await opening()), body: { reason: 'too_few', text: '未達最低人數' } }),
  ],
  [classCalls.completeClass, 'class.complete', () => opening(past)],
  [classCalls.remindOverdue, 'payment.remind', overdue],
  [classCalls.cancelOverdue, 'registration.cancel_by_staff', overdue],
  [reviewCalls.approveRegistration, 'registration.approve', registered],
  [
    reviewCalls.rejectRegistration,
    'registration.refuse',
    async () => ({ ...(await registered()), body: { reason: '資料不符' } }),
  ],
  [
    reviewCalls.approveRegistrations,
    'registration.approve',
    async () => {
      const account = await buildAccount(portal.db, { photoKey: `photos/${next()}` });
      const opening = await buildClass(portal.db);
      const { id } = await buildRegistration(portal.db, { class: opening, account });
      return { body: { ids: [id] } };
    },
  ],
  [reviewCalls.reopenRegistration, 'registration.reopen', () => registered('refused')],
  [
    reviewCalls.cancelByStaff,
    'registration.cancel_by_staff',
    async () => ({ ...(await registered('confirmed')), body: { reason: '課程調整' } }),
  ],
  [
    reviewCalls.addNote,
    'registration.note',
    async () => ({ ...(await registered()), body: { text: '已來電確認' } }),
  ],
  [reviewCalls.showIdentity, 'person.show_identity', registered],
  [reviewCalls.addPhrase, 'review_phrase.add', async () => ({ body: { text: `新的常用語 ${next()}` } })],
  [
    reviewCalls.editPhrase,
    'review_phrase.edit',
    async () => ({ params: (await phrase()).params, body: { text: `改過的 ${next()}`, version: 1 } }),
  ],
  [
    reviewCalls.orderPhrases,
    'review_phrase.order',
    async () => {
      await phrase();
      const rows = await portal.db.select().from(reviewPhrases).orderBy(reviewPhrases.position);
      return { body: { ids: rows.map(({ id }) => id).reverse() } };
    },
  ],
  [reviewCalls.removePhrase, 'review_phrase.remove', async () => ({ params: (await phrase()).params })],
  [
    enrolmentCalls.enrolPerson,
    'registration.enrol',
    async () => {
      const [{ code }, { id: accountId }] = [await buildClass(portal.db), await buildAccount(portal.db)];
      return { body: { code, accountId } };
    },
  ],
  [
    enrolmentCalls.enrolNewPerson,
    'account.create',
    async () => {
      const { code } = await buildClass(portal.db);
      const person = { country: 'local', id_number: nationalId(5_000_000 + next()), chinese_name: '周大同' };
      return { body: { code, ...person, birthday: '1990-05-14', cell_phone: '0912-345678' } };
    },
  ],
  [
    enrolmentCalls.moveRegistration,
    'registration.move',
    async () => {
      const { code } = await buildClass(portal.db);
      return { ...(await registered('confirmed')), body: { code, difference: 0 } };
    },
  ],
  [
    attendanceCalls.markAttendance,
    'attendance.mark',
    async () => {
      const { params, sessionId, registrationId } = await attending();
      return { params, body: { sessionId, marks: [{ registrationId, state: 'present', version: 0 }] } };
    },
  ],
  [attachmentCalls.uploadAttachment, 'attachment.add', async () => ({ ...(await classOf()), file: plain })],
  [
    attachmentCalls.renameAttachment,
    'attachment.rename',
    async () => ({ params: (await attached()).params, body: { name: '新的名稱' } }),
  ],
  [
    attachmentCalls.orderAttachments,
    'attachment.order',
    async () => {
      const { params, ids } = await attached();
      return { params: { id: params.id }, body: { ids: ids.reverse() } };
    },
  ],
  [attachmentCalls.removeAttachment, 'attachment.remove', attached],
  [
    bankAccountCalls.createBankAccount,
    'bank_account.create',
    async () => {
      const { id: organizationId } = await buildOrganization(portal.db);
      return { body: { organizationId, ...bankAccountForm() } };
    },
  ],
  [
    bankAccountCalls.editBankAccount,
    'bank_account.edit',
    async () => ({ ...(await bankAccount()), body: { ...bankAccountForm(), version: 0 } }),
  ],
  [bankAccountCalls.closeBankAccount, 'bank_account.close', () => bankAccount()],
  [bankAccountCalls.reopenBankAccount, 'bank_account.reopen', () => bankAccount(NOW)],
  [courseCalls.createCourse, 'course.create', async () => ({ body: await courseForm() })],
  [
    courseCalls.editCourse,
    'course.edit',
    async () => {
      const { id } = await buildCourse(portal.db, { code: `E${next()}`, chineseName: `訓練 ${serial}` });
      return { params: { id: String(id) }, body: { ...(await courseForm()), version: 0 } };
    },
  ],
  [
    pictureCalls.uploadPicture,
    'picture.save',
    async () => ({
      file: await sharp({ create: { width: 20, height: 20, channels: 3, background: '#0a4a53' } })
        .png()
        .toBuffer(),
    }),
  ],
  [
    attendanceCalls.checkIn,
    'attendance.mark',
    async () => {
      const { params, sessionId, registrationId } = await attending();
      const code = checkInCode(registrationId, await serverKey(portal.db, CHECK_IN_KEY));
      return { params, body: { sessionId, code } };
    },
  ],
  [
    paperCalls.classPaper,
    'class.paper',
    async () => ({ params: (await attending()).params, body: { paper: 'roster' } }),
  ],
  [scoreFileCalls.downloadScores, 'class.paper', async () => ({ params: (await attending()).params })],
  [scoreFileCalls.importScores, 'training.draft', scoreForm],
  [
    resultCalls.saveScores,
    'training.draft',
    async () => {
      const { params, registrationId, subjectId } = await attending();
      return { params, body: { cells: [{ registrationId, subjectId, score: 80, version: 0 }] } };
    },
  ],
  [
    resultCalls.decideResult,
    'training.decide',
    async () => {
      const { params, registrationId } = await attending();
      const body = { decided: 2, reason: '缺考', version: 0 };
      return { params: { ...params, registration: String(registrationId) }, body };
    },
  ],
  [
    resultCalls.publishResults,
    'training.result',
    async () => {
      const { params, registrationId } = await attending({ decided: 1 });
      return { params, body: { people: [{ registrationId, version: 1, result: 1 }] } };
    },
  ],
  [
    resultCalls.correctResult,
    'training.correct',
    async () => {
      const { params, registrationId } = await attending({ result: 1 });
      const body = { result: 2, scores: [], reason: '重評', version: 0 };
      return { params: { ...params, registration: String(registrationId) }, body };
    },
  ],
  [statementCalls.importStatement, 'statement.import', statementForm],
  [
    statementCalls.setLineAside,
    'statement_line.set_aside',
    async () => ({ params: { id: String((await desk()).lineId) }, body: { reason: '利息' } }),
  ],
  [
    statementCalls.takeLineBack,
    'statement_line.take_back',
    async () => {
      const { lineId } = await desk();
      const aside = { lineId, reason: '利息' };
      await inTransaction(portal.db, (tx) => setLineAside(tx, aside, { actor: cashier, now: NOW }));
      return { params: { id: String(lineId) } };
    },
  ],
  [
    statementCalls.exportDaySheet,
    'list.export',
    async () => ({ params: { id: String((await desk()).account.id) }, body: { format: 'csv' } }),
  ],
  [
    paymentCalls.confirmCertain,
    'payment.confirm',
    async () => {
      const { account, lineId, reportId } = await reported();
      return { params: { id: String(account.id) }, body: { pairs: [{ lineId, reportId }] } };
    },
  ],
  [
    paymentCalls.confirmPayment,
    'payment.confirm',
    async () => ({ body: { ...(await byLine()), received: null, difference: 0 } }),
  ],
  [
    paymentCalls.keepPartial,
    'payment.keep_partial',
    async () => {
      const { account, registration } = await desk();
      const part = [{ in: 1000, digits: '11111' }];
      await importLines(portal.db, account.id, part, { actor: cashier, now: NOW });
      const line = (await findOpenLines(portal.db, account.id)).find(({ amount }) => amount === 1000);
      return { body: { lineIds: [line?.id], registrationIds: [registration.id], missing: 500 } };
    },
  ],
  [
    paymentCalls.takeSurplus,
    'payment.take_surplus',
    async () => {
      const { registration, lineId } = await desk('confirmed');
      return { body: { lineIds: [lineId], registrationId: registration.id, reason: '重複' } };
    },
  ],
  [
    paymentCalls.rejectReport,
    'payment.reject',
    async () => ({ params: { id: String((await reported()).reportId) }, body: { reason: '查無' } }),
  ],
  [paymentCalls.undoPayment, 'payment.undo_confirmation', settled],
  [refundCalls.changeRefund, 'refund.change', () => refund({ amount: 90, before: 100, reason: '手續費' })],
  [refundCalls.payRefund, 'refund.pay', () => refund({ amount: 100, paidOn: '2026-12-01', reference: 'A1' })],
  [refundCalls.waiveRefund, 'refund.waive', () => refund({ reason: '捐贈' })],
  [refundCalls.exportRefunds, 'list.export', async () => ({ body: { format: 'csv' } })],
  [
    documentCalls.addDocumentByStaff,
    'document.add',
    async () => {
      const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#000' } })
        .jpeg()
        .toBuffer();
      return { ...(await registered()), file: bytes };
    },
  ],
  [mailCalls.sendMailAgain, 'mail.send_again', undelivered],
  [mailCalls.settleMail, 'mail.settle', undelivered],
  [
    mailCalls.sendMessage,
    'class.message',
    async () => {
      const opening = await buildClass(portal.db);
      await buildRegistration(portal.db, { class: opening, account: await buildAccount(portal.db) });
      const body = { audience: 'live', subject: '通知', text: '請準時', recipients: 1 };
      return { params: { id: String(opening.id) }, body };
    },
  ],
  [mailCalls.exportMails, 'list.export', async () => ({ body: { format: 'csv' } })],
  [paymentCalls.exportPayments, 'list.export', async () => ({ body: { format: 'csv' } })],
  [classCalls.exportClasses, 'list.export', async () => ({ body: { format: 'csv' } })],
  [classCalls.exportOverdue, 'list.export', async () => ({ body: { format: 'csv' } })],
  [listCalls.exportRegistrations, 'list.export', async () => ({ body: { format: 'csv' } })],
  [eventCalls.exportEvents, 'list.export', async () => ({ body: { format: 'xlsx' } })],
  [
    staffCalls.inviteStaff,
    'staff.invite',
    async () => ({ body: { email: `new${next()}@example.com`, name: '新同仁', roles } }),
  ],
  [staffCalls.inviteStaffAgain, 'staff.invite_again', member],
  [
    staffCalls.changeRoles,
    'staff.change_roles',
    async () => ({ ...(await member()), body: { roles, version: 0 } }),
  ],
  [staffCalls.suspendStaff, 'staff.suspend', member],
  [staffCalls.resumeStaff, 'staff.resume', () => member(NOW)],
  [staffCalls.resetSecondFactor, 'staff.reset_second_factor', member],
];

const READS = 'It only reads.';
const SESSION = 'It starts, continues or ends a session.';
const PREFERENCE = 'It keeps how somebody likes to see a list.';
const OWN = 'It changes one’s own way to sign in, which the tests of the staff module show.';
/** Calls that are no GET and stand in no row above, with the reason. */
const exceptions: [endpoint: Endpoint, reason: string][] = [
  [enrolmentCalls.findApplicants, READS],
  [searchCalls.search, READS],
  [scoreFileCalls.previewScores, READS],
  [statementCalls.previewStatement, READS],
  [mailCalls.previewMessage, READS],
  [paymentCalls.findPayables, READS],
  [preferenceCalls.chooseColumns, PREFERENCE],
  [accountCalls.checkInvitation, READS],
  [sessionCalls.signIn, SESSION],
  [sessionCalls.proveCode, SESSION],
  [sessionCalls.signOut, SESSION],
  [accountCalls.askPasskeySignIn, SESSION],
  [accountCalls.passkeySignIn, SESSION],
  [accountCalls.askPasskeyProof, SESSION],
  [accountCalls.passkeyProof, SESSION],
  [accountCalls.passwordProof, SESSION],
  [accountCalls.endOwnSession, SESSION],
  [accountCalls.endOwnSessions, SESSION],
  [accountCalls.acceptInvitation, OWN],
  [accountCalls.beginTotp, OWN],
  [accountCalls.confirmTotp, OWN],
  [accountCalls.removeTotp, OWN],
  [accountCalls.beginPasskey, OWN],
  [accountCalls.addPasskey, OWN],
  [accountCalls.removePasskey, OWN],
  [accountCalls.renamePasskey, OWN],
  [accountCalls.renewRecoveryCodes, OWN],
  [accountCalls.changeStaffPassword, OWN],
];

test('every writing call of the office is in one of the tables', async () => {
  const described = (await describedCalls('office')).filter(({ method }) => method !== 'GET').map(nameOf);
  const known = [...writes, ...exceptions].map(([endpoint]) => nameOf(endpoint));
  expect(described.toSorted()).toEqual(known.toSorted());
});

const EVENTS = ['audit_events', 'registration_events'];

const countEvents = async (action: string) => {
  const { rows } = await portal.db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select action from audit_events union all select action from registration_events) e
    where action = ${action}`);
  return rows[0]?.count ?? 0;
};

/** A fingerprint of all tables but the staff's sessions, whose last use is written down at any call. */
const contents = async () => {
  const { rows: tables } = await portal.db.execute<{ name: string }>(sql`
    select quote_ident(tablename) as name from pg_tables
    where schemaname = 'public' and tablename <> 'staff_sessions' order by 1`);
  const digests = tables.map(
    ({ name }) => `(select md5(string_agg(t::text, '|' order by t::text)) from ${name} t) as ${name}`,
  );
  return (await portal.db.execute(sql.raw(`select ${digests.join(', ')}`))).rows;
};

const eachEventTable = async (statement: (table: string) => string) => {
  for (const table of EVENTS) await portal.db.execute(sql.raw(statement(table)));
};

/** Any transaction that writes an event fails when it commits. */
const withFailingCommits = async (work: () => Promise<void>) => {
  await eachEventTable(
    (table) => `create constraint trigger fails after insert on ${table} deferrable initially deferred
      for each row execute function fail_at_commit()`,
  );
  await work().finally(() => eachEventTable((table) => `drop trigger fails on ${table}`));
};

const send = async (endpoint: Endpoint, { params, body, file, fields = {} }: Sent) => {
  const form = file && (await multipart({ fields, file: { bytes: file, name: '檔案.csv' } }));
  const response = await portal.app.inject({
    method: endpoint.method,
    url: fill(endpoint.path, params),
    headers: { ...headers, ...form?.headers },
    ...(form ? { payload: form.body } : body === undefined ? {} : { payload: body as object }),
  });
  return response.statusCode;
};

describe.each(writes.map((write) => [nameOf(write[0]), ...write] as const))(
  '%s',
  (_, endpoint, action, prepare) => {
    test(`leaves ${action}`, async () => {
      const sent = await prepare();
      const [before, events] = [await contents(), await countEvents(action)];
      expect(await send(endpoint, sent)).toBe(200);
      expect(await countEvents(action)).toBe(events + 1);
      expect(await contents()).not.toEqual(before);
    });

    test('changes nothing if its event cannot be stored', async () => {
      const sent = await prepare();
      const [before, events] = [await contents(), await countEvents(action)];
      await withFailingCommits(async () => {
        expect(await send(endpoint, sent)).toBeGreaterThanOrEqual(500);
      });
      expect(await contents()).toEqual(before);
      expect(await countEvents(action)).toBe(events);
    });
  },
);

test('looking at a photo leaves an event', async () => {
  const key = `photos/${next()}`;
  await portal.services.files.put(key, Buffer.from('photo'));
  const account = await buildAccount(portal.db, { photoKey: key });
  const { id } = await buildRegistration(portal.db, { class: await buildClass(portal.db), account });
  const before = await countEvents('person.show_photo');
  expect(await send(reviewCalls.registrationPhoto, { params: { id: String(id) } })).toBe(200);
  expect(await countEvents('person.show_photo')).toBe(before + 1);
});
