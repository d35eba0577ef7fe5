import { createHash } from 'node:crypto';
import { isoTaipei } from '@portal/contract/dates';
import type { Endpoint } from '@portal/contract/endpoint';
import * as auditCalls from '@portal/contract/office/audit';
import * as bannerCalls from '@portal/contract/office/banners';
import * as brandingCalls from '@portal/contract/office/branding';
import * as catalogueCalls from '@portal/contract/office/catalogue';
import * as issuingCalls from '@portal/contract/office/certificate-issuing';
import * as kindCalls from '@portal/contract/office/certificate-kinds';
import * as layoutCalls from '@portal/contract/office/certificate-layouts';
import * as registerCalls from '@portal/contract/office/certificate-register';
import * as reminderCalls from '@portal/contract/office/certificate-reminders';
import * as choiceCalls from '@portal/contract/office/choices';
import { makeClassFile } from '@portal/contract/office/class-file';
import * as classCalls from '@portal/contract/office/classes';
import * as contentCalls from '@portal/contract/office/content';
import * as correspondenceCalls from '@portal/contract/office/correspondence';
import * as documentCalls from '@portal/contract/office/documents';
import * as enrolmentCalls from '@portal/contract/office/enrolment';
import { setNeedsByStaff } from '@portal/contract/office/group-certificates';
import * as groupCalls from '@portal/contract/office/groups';
import * as importCalls from '@portal/contract/office/imports';
import * as incidentCalls from '@portal/contract/office/incidents';
import * as organizationCalls from '@portal/contract/office/organizations';
import * as paymentCalls from '@portal/contract/office/payment';
import * as peopleCalls from '@portal/contract/office/people';
import * as mergeCalls from '@portal/contract/office/person-merges';
import * as twinCalls from '@portal/contract/office/person-twins';
import * as privacyCalls from '@portal/contract/office/privacy';
import * as renewalCalls from '@portal/contract/office/renewals';
import { exportReport } from '@portal/contract/office/report-tables';
import * as setupCalls from '@portal/contract/office/setup';
import * as staffCalls from '@portal/contract/office/staff';
import * as statementCalls from '@portal/contract/office/statements';
import * as trainingCalls from '@portal/contract/office/training';
import { DEFAULT_REGISTER_PATTERN } from '@portal/contract/register-number';
import { desc, eq, inArray } from 'drizzle-orm';
import sharp from 'sharp';
import { accounts } from '../src/accounts/tables.ts';
import { auditEvents } from '../src/audit/tables.ts';
import { findVersion } from '../src/audit/version.ts';
import { versionedBranding } from '../src/branding/set-branding.ts';
import { addStarterSet } from '../src/catalogue/starter/add-starter-set.ts';
import { removeStarterSet } from '../src/catalogue/starter/remove-starter-set.ts';
import { bankAccounts, careers, certificateKinds, organizations, subjects } from '../src/catalogue/tables.ts';
import { defaultLayout } from '../src/certificates/layouts/default-layout.ts';
import { findPaper } from '../src/certificates/papers/find-paper.ts';
import { certificateProofs } from '../src/certificates/tables.ts';
import { classes } from '../src/classes/tables.ts';
import { pageRevisionKey } from '../src/content/queries.ts';
import { versionedFooter } from '../src/content/set-footer.ts';
import { versionedPage } from '../src/content/set-site-page.ts';
import { banners, intros, introTypes, pictures, siteSettings } from '../src/content/tables.ts';
import { approveRegistration } from '../src/enrolment/review/approve-registration.ts';
import { registrationEvents, registrations, reviewPhrases } from '../src/enrolment/tables.ts';
import { mailKey, mails } from '../src/mail/tables.ts';
import { settlePayment } from '../src/payment/settle-payment.ts';
import { mergePeople } from '../src/people/merge/merge-people.ts';
import { personMerges, twins } from '../src/people/tables.ts';
import { inTransaction } from '../src/platform/database/database.ts';
import { serverKey } from '../src/platform/server-key.ts';
import { privacyRequests } from '../src/privacy/tables.ts';
import { recordStaffEvent } from '../src/staff/record-staff-event.ts';
import { staffFactorResets } from '../src/staff/tables.ts';
import { setLineAside } from '../src/statements/set-line-aside.ts';
import { statements } from '../src/statements/tables.ts';
import { CHECK_IN_KEY } from '../src/training/attendance/check-in.ts';
import { checkInCode } from '../src/training/attendance/check-in-code.ts';
import { results } from '../src/training/tables.ts';
import { fill, NOW, type TestPortal } from './app.ts';
import { buildAccount } from './factories/account.ts';
import {
  buildAttachment,
  buildBankAccount,
  buildClass,
  buildClassSession,
  buildCourse,
  classForm as builtForm,
  nameInstructor,
} from './factories/catalogue.ts';
import {
  buildCertificate,
  buildContent,
  buildInquiry,
  buildRenewalRequest,
} from './factories/certificate.ts';
import { buildSigner } from './factories/certificate-layout.ts';
import { buildIntroType } from './factories/content.ts';
import { buildGroup, buildMembership } from './factories/group.ts';
import { nationalId } from './factories/identity.ts';
import { buildImport, csv, finishedImport } from './factories/import.ts';
import { buildIncident } from './factories/incident.ts';
import { one } from './factories/one.ts';
import { buildPaymentReport, buildRefund, buildRegistration } from './factories/registration.ts';
import { seenRegistration } from './factories/seen.ts';
import { asStaff, buildStaff, decidingStaff, grant } from './factories/staff.ts';
import { findOpenLines, importLines, plainCsv, plainShape } from './factories/statement.ts';
import { multipart } from './multipart.ts';

/* A valid request for every call of the office that changes something, about a new record of an organisation. */

export interface Place {
  readonly portal: TestPortal;
  readonly organizationId: number;
  /** The instructors whom every class of this place names. */
  readonly instructors?: readonly { id: number }[];
}

const cashier = asStaff({ id: 1, name: '會計' }, [grant('cashier')]);

export interface Sent {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  /** Replaces the query, without encoding. */
  readonly search?: string;
  readonly body?: unknown;
  /** The request is sent as a form with this file and these fields. */
  readonly file?: Uint8Array;
  readonly fields?: Record<string, string>;
  /** The call needs a caller of its own. */
  readonly headers?: Record<string, string>;
}

type ClassOverrides = Parameters<typeof buildClass>[1];

export const classAt = async (
  { portal, organizationId, instructors = [] }: Place,
  overrides: ClassOverrides = {},
) => {
  const trainingClass = await buildClass(portal.db, { organizationId, ...overrides });
  for (const each of instructors) await nameInstructor(portal.db, trainingClass, each);
  return trainingClass;
};

export const personAt = (
  { portal, organizationId }: Place,
  overrides: Parameters<typeof buildAccount>[1] = {},
) => buildAccount(portal.db, { organizationId, ...overrides });

/** Two people of the branch that were merged just now. */
export const mergeAt = async (at: Place) => {
  const [survivor, removed] = [await personAt(at), await personAt(at)];
  await inTransaction(at.portal.db, (tx) =>
    mergePeople(
      tx,
      { survivorId: survivor.id, removedId: removed.id, reason: '同一人' },
      { actor: decidingStaff(), now: NOW },
    ),
  );
  const merges = await at.portal.db
    .select({ id: personMerges.id })
    .from(personMerges)
    .where(eq(personMerges.removedId, removed.id));
  return { id: merges[0]?.id ?? 0, survivor, removed };
};

/** A pair of people of the branch. */
export const twinAt = async (at: Place, { dismissed = false } = {}): Promise<number> => {
  const [first, second] = [await personAt(at), await personAt(at)];
  const decision = { dismissedAt: NOW, dismissedBy: 'staff:1', dismissReason: '不是同一人' };
  const rows = await at.portal.db
    .insert(twins)
    .values({
      ...{ firstId: first.id, secondId: second.id, organizationId: at.organizationId },
      ...{ signs: ['name_birthday'] as const, foundAt: NOW, ...(dismissed && decision) },
    })
    .returning({ id: twins.id });
  return rows[0]?.id ?? 0;
};

const personIn = async (at: Place, overrides: Parameters<typeof buildAccount>[1] = {}) => ({
  params: { id: String((await personAt(at, overrides)).id) },
});

const numbered = async (at: Place) => ({ body: { number: (await personAt(at)).account } });

const bankAccountAt = ({ portal, organizationId }: Place) => buildBankAccount(portal.db, { organizationId });

let serial = 0;
export const next = () => {
  serial += 1;
  return serial;
};

/** A file with a member of a group. */
export const importForm = async (at: Place) => {
  const { id } = await buildGroup(at.portal.db, { organizationId: at.organizationId });
  const shape = { encoding: 'utf-8', separator: ',', sheet: null, skip: 1 };
  const columns = { identity: 0, chineseName: 1, birthday: 2 };
  const file = csv(['證號', '姓名', '生日'], [nationalId(next(), { letter: 'R' }), '林匯入', '1990-05-14']);
  return {
    file,
    fields: { kind: 'members', group: `${id}`, shape: JSON.stringify({ ...shape, columns }) },
  };
};

/** An import of members of a group. */
export const importAt = async ({ portal, organizationId }: Place, overrides = {}) => {
  const group = await buildGroup(portal.db, { organizationId });
  const { id } = await buildImport(portal.db, { kind: 'members', groupId: group.id, ...overrides });
  return { params: { id: `${id}` } };
};

/** The form of a class with a new place, so that it changes the class. */
export const classForm = { ...builtForm, place: '新的教室' };

export const trainingClass = async (at: Place, overrides: ClassOverrides = {}) => {
  const { id, code, organizationId, courseId } = await classAt(at, overrides);
  return { params: { id: String(id) }, code, organizationId, courseId };
};

/** A class as a page has shown it. */
const seenClass = async (at: Place, overrides: ClassOverrides = {}) => ({
  ...(await trainingClass(at, overrides)),
  body: { version: 0 },
});
const draft = { publishedAt: null };
const past = { startTime: new Date(NOW.getTime() - 86_400_000) };

/** A registration whose last day to pay is past. */
export const overdue = async (at: Place) => {
  const account = await personAt(at);
  const row = {
    class: await classAt(at),
    account,
    state: 'unpaid',
    paymentDue: '2026-11-20',
  } as const;
  const { id } = await buildRegistration(at.portal.db, row);
  return { body: { ids: [id] }, code: row.class.code };
};

const seenOverdue = async (at: Place) => {
  const { body, code } = await overdue(at);
  return { body: { registrations: body.ids.map((id) => ({ id, version: 0 })) }, code };
};

/** A registration in this state, as the parameter of a call. */
export const registered = async (at: Place, state: 'pending' | 'rejected' | 'confirmed' = 'pending') => {
  const [trainingClass, account] = [await classAt(at), await personAt(at)];
  const { id } = await buildRegistration(at.portal.db, { class: trainingClass, account, state });
  return { params: { id: String(id) } };
};

/** A registration as a page has shown it, with the rest of the body. */
const decided = async (at: Place, state: Parameters<typeof registered>[1], body: object = {}) => {
  const { params } = await registered(at, state);
  const version = await seenRegistration(at.portal.db, { id: Number(params.id) });
  return { params, body: { version, ...body } };
};

/** A registration that was approved just now, as a page shows it. */
const approvedJustNow = async (at: Place) => {
  const { params } = await registered(at, 'pending');
  const id = Number(params.id);
  await inTransaction(at.portal.db, (tx) =>
    approveRegistration(tx, { registrationId: id, isUndoable: true }, { actor: decidingStaff(), now: NOW }),
  );
  return { params, body: { version: await seenRegistration(at.portal.db, { id }) } };
};

/** An undeliverable mail about a class, as the parameter of a call. */
export const undelivered = async (at: Place) => {
  const { code } = await classAt(at);
  const { id: accountId } = await personAt(at);
  const row = { accountId, recipient: 'gone@example.com', template: 'enrolled', data: { code } };
  const times = { dueAt: NOW, createdAt: NOW };
  const made = await at.portal.db
    .insert(mails)
    .values({ ...row, ...times, state: 'undeliverable', attempts: 1 })
    .returning({ key: mailKey(mails.id) });
  return { params: { id: one(made).key }, code, account: String(accountId) };
};

const phrase = async (at: Place) => {
  const row = { text: `退回理由 ${next()}`, position: serial, updatedBy: 'system', updatedAt: NOW };
  const { id, text } = one(await at.portal.db.insert(reviewPhrases).values(row).returning());
  return { params: { id: String(id) }, text };
};

const plain = Buffer.from('科目,時數\n急救,8\n');

export const classOf = async (at: Place) => ({ params: { id: String((await classAt(at)).id) } });

/** Two attachments of a class; the first as parameter. */
const attached = async (at: Place) => {
  const { id: classId } = await classAt(at);
  const first = await buildAttachment(at.portal.db, { classId });
  const second = await buildAttachment(at.portal.db, { classId });
  return { params: { id: String(classId), attachment: String(first.id) }, ids: [first.id, second.id] };
};

const bankAccountForm = () => ({
  ...{ bankCode: '012', bank: '海嶼商業銀行', holder: '協會', number: `00${next()}-12345` },
});

export const bankAccount = async (at: Place, closedAt: Date | null = null) => {
  const { id } = await bankAccountAt(at);
  await at.portal.db.update(bankAccounts).set({ closedAt }).where(eq(bankAccounts.id, id));
  return { params: { id: String(id) } };
};

const organizationForm = () => ({ name: `新分會 ${next()}`, code: `NEW${serial}` });

const organization = async ({ portal }: Place, closedAt: Date | null = null) => {
  const id = 10_000 + next();
  const names = { code: `O${id}`, name: `分會 ${id}` };
  await portal.db.insert(organizations).values({ id, ...names, position: id, closedAt });
  return { params: { id: String(id) } };
};

const career = async ({ portal }: Place, retiredAt: Date | null = null) => {
  const id = 10_000 + next();
  await portal.db.insert(careers).values({ id, name: `職業 ${id}`, position: id, retiredAt });
  return { params: { list: 'careers', id: String(id) } };
};

const introTypeForm = async (at: Place) => {
  const key = `picture-of-request-${String(next()).padStart(6, '0')}`;
  await at.portal.db.insert(pictures).values({ key, width: 286, height: 286, createdAt: NOW });
  return { title: `類別 ${serial}`, src: `/pictures/${key}` };
};

const bannerForm = async ({ portal }: Place) => {
  const key = `picture-of-banner-${String(next()).padStart(6, '0')}`;
  await portal.db.insert(pictures).values({ key, width: 1600, height: 480, createdAt: NOW });
  const picture = { src: `/pictures/${key}`, title: `橫幅 ${serial}`, focusX: 50, focus: 30 };
  return { ...picture, link: '/ClassInfo', publication: 'draft', at: null };
};

const bannerAt = async (at: Place) => {
  const { src } = await bannerForm(at);
  const pictureKey = src.slice('/pictures/'.length);
  const position = next();
  const [created] = await at.portal.db.insert(banners).values({ pictureKey, position }).returning();
  return { params: { id: String(created?.id) } };
};

const introForm = () => ({ title: `介紹 ${next()}`, html: '<p>內容</p>', publication: 'draft', at: null });

const introTypeWith = async (at: Place, count: number) => {
  const entries = Array.from({ length: count }, () => ({ title: `介紹 ${next()}`, html: '<p>一</p>' }));
  const { id } = await buildIntroType(at.portal.db, { title: `類別 ${next()}`, entries });
  return { params: { id: String(id) } };
};

const introAt = async (at: Place) => {
  const { params } = await introTypeWith(at, 1);
  const [entry] = await at.portal.db
    .select()
    .from(intros)
    .where(eq(intros.typeId, Number(params.id)));
  return { params: { id: String(entry?.id) } };
};

const signerForm = () => ({ name: `簽署人 ${next()}`, title: '理事長', sealId: null });

export const signer = async (at: Place, closedAt: Date | null = null) => {
  const { id } = await buildSigner(at.portal.db, { organizationId: at.organizationId, closedAt });
  return { params: { id: String(id) } };
};

/** A layout of a new kind of certificates. */
const newKind = async (at: Place) => {
  const id = 10_000 + next();
  await at.portal.db.insert(certificateKinds).values({ id, name: `證照 ${id}`, type: 'ordinary', years: 3 });
  return { params: { id: String(id) } };
};

const layoutForm = async (at: Place) => ({
  ...(await newKind(at)),
  body: { ...defaultLayout, title: '訓練證明書', version: 0 },
});

const courseForm = async (at: Place) => ({
  ...{ code: `N${next()}`, name: '新的訓練', kindId: (await buildCourse(at.portal.db)).certificateKindId },
  ...{ hours: 8, attendanceMinimum: 80, fee: 900, limitNumber: 20, paymentDays: 7 },
  ...{ html: '', paidHtml: '', info: '', subjects: [], requires: [], documents: [] },
});

export const member = async (at: Place, suspendedAt: Date | null = null) => {
  const grants = [grant('auditor', at.organizationId)];
  const { id } = await buildStaff(at.portal.db, { grants, suspendedAt });
  return { params: { id: String(id) } };
};

/** Somebody whose second factors are to be removed. */
const askedMember = async (at: Place) => {
  const [owner, askedBy] = [await buildStaff(at.portal.db), await buildStaff(at.portal.db)];
  const dueAt = new Date(NOW.getTime() + 3_600_000);
  const asked = { staffId: owner.id, askedBy: askedBy.id, askedAt: NOW, dueAt };
  await at.portal.db.insert(staffFactorResets).values(asked);
  return { params: { id: String(owner.id) } };
};

interface Reached {
  /** Decided by staff, and not published yet. */
  readonly decided?: 1 | 2;
  /** Published. */
  readonly result?: 1 | 2;
}

/** A confirmed registration for a class of today. */
export const attending = async (at: Place, { decided, result }: Reached = {}) => {
  const { db } = at.portal;
  const trainingClass = await classAt(at, { startTime: NOW });
  const { id: sessionId } = await buildClassSession(db, { classId: trainingClass.id, date: '2026-12-01' });
  const account = await personAt(at);
  const registered = await buildRegistration(db, {
    ...{ class: trainingClass, account, state: 'confirmed' },
    ...(result && { result }),
  });
  const [subject] = await db.select().from(subjects).where(eq(subjects.courseId, trainingClass.courseId));
  const registrationId = registered.id;
  const draft = { registrationId, state: 'draft', version: 1, updatedBy: 'staff:1', updatedAt: NOW } as const;
  if (decided) await db.insert(results).values({ ...draft, decided, reason: '口試通過' });
  return { sessionId, registrationId, subjectId: subject?.id ?? 0, params: { id: String(trainingClass.id) } };
};

/** Somebody who passed a class that has ended, with all that a certificate needs. */
export const passed = async (at: Place) => {
  const trainingClass = await classAt(at, {
    startTime: new Date(NOW.getTime() - 2 * 86_400_000),
    endTime: new Date(NOW.getTime() - 86_400_000),
    state: 'closed',
  });
  const account = await personAt(at, { photoKey: `photos/${next()}` });
  const row = { class: trainingClass, account, state: 'confirmed', result: 1 } as const;
  const { id: registrationId } = await buildRegistration(at.portal.db, row);
  return { registrationId, account, params: { id: String(trainingClass.id) } };
};

/** A valid certificate of a class, as the parameter of a call. */
export const certificate = async (at: Place) => {
  const { portal, organizationId } = at;
  const [lesson, account] = [await classAt(at, past), await personAt(at)];
  const row = { class: lesson, account, state: 'confirmed', result: 1 } as const;
  const { id: registrationId } = await buildRegistration(portal.db, row);
  const issued = await buildCertificate(portal.db, { account, organizationId, registrationId });
  await buildContent(portal.db, issued);
  return { params: { id: String(issued.id) }, classParams: { id: String(lesson.id) }, code: lesson.code };
};

const portrait = () =>
  sharp({ create: { width: 295, height: 413, channels: 3, background: '#ccc' } })
    .jpeg()
    .toBuffer();

const blackDot = () =>
  sharp({ create: { width: 9, height: 9, channels: 3, background: '#000' } })
    .jpeg()
    .toBuffer();

/** The form for a certificate without a class. */
const unclassed = async (at: Place) => {
  const [{ id: accountId }, { id: courseId }] = [await personAt(at), await buildCourse(at.portal.db)];
  const place = {
    accountId: `${accountId}`,
    organizationId: `${at.organizationId}`,
    courseId: `${courseId}`,
  };
  return { fields: { ...place, issuedOn: '2026-11-02', reason: '自舊系統轉入' }, file: await blackDot() };
};

/** A certificate without a class, as the parameter of a call. */
export const unclassedCertificate = async (at: Place) => {
  const { params } = await certificate(at);
  const fileKey = `documents/proof-${params.id}`;
  await at.portal.services.files.put(fileKey, Buffer.from('JPEG'));
  await at.portal.db.insert(certificateProofs).values({
    ...{ certificateId: Number(params.id), reason: '採認', kind: 'jpeg', size: 4, sha256: 'a'.repeat(64) },
    ...{ fileKey, addedBy: 'staff:1', addedAt: NOW },
  });
  return { params };
};

/** An open request for renewal, as the parameter of a call. */
export const renewal = async (at: Place) => {
  const { organizationId } = at;
  const certificate = await buildCertificate(at.portal.db, { account: await personAt(at), organizationId });
  const { id } = await buildRenewalRequest(at.portal.db, { certificate });
  return { params: { id: String(id) }, ids: [id] };
};

/** An open request about personal data, as the parameter of a call. */
export const privacyRequest = async (at: Place, kind: privacyCalls.RequestKind = 'access') => {
  const { id: accountId } = await personAt(at);
  const row = { accountId, kind, requestedAt: NOW, recordedBy: 'staff:1' };
  const { id } = one(await at.portal.db.insert(privacyRequests).values(row).returning());
  return { params: { id: String(id) }, accountId };
};

/** An open incident with a person who can be mailed, as the parameter of a call. */
export const incidentAt = async (at: Place) => {
  const { id: accountId } = await personAt(at);
  await at.portal.db.update(accounts).set({ emailConfirmedAt: NOW }).where(eq(accounts.id, accountId));
  const { id } = await buildIncident(at.portal.db, { accountId, organizationId: at.organizationId });
  return { params: { id: String(id) } };
};

/** A look at a person, and the fields of an incident that has it. */
const incidentForm = async (at: Place) => {
  const { id: subjectId } = await personAt(at);
  const look = { actor: 'staff:1', action: 'person.show_photo', subject: 'account', subjectId } as const;
  await at.portal.db.insert(auditEvents).values({ ...look, at: NOW });
  const time = { from: '2026-12-01T00:00', until: isoTaipei(NOW) };
  return {
    title: '名單外流',
    ...time,
    facts: '筆記型電腦遺失',
    data: '姓名',
    measures: '停用帳號',
    contact: '王承辦',
  };
};

const privacyStep = (text: object) => async (at: Place) => ({
  params: (await privacyRequest(at)).params,
  body: { ...text, version: 0 },
});

/** An inquiry that was answered with a file, as the parameter of a call. */
export const answeredInquiry = async (at: Place) => {
  const { ids } = await renewal(at);
  const fileKey = `documents/answer-${ids[0]}`;
  await at.portal.services.files.put(fileKey, Buffer.from('JPEG'));
  const file = { kind: 'jpeg', size: 4, sha256: 'a'.repeat(64), fileKey } as const;
  const request = { id: ids[0] ?? 0 };
  const { id } = await buildInquiry(at.portal.db, { request, answeredAt: NOW, ...file });
  return { params: { id: String(id) } };
};

/** An account with a line, and a registration that is paid into it. */
export const desk = async (at: Place, state: 'unpaid' | 'confirmed' = 'unpaid') => {
  const account = await bankAccountAt(at);
  const trainingClass = await classAt(at, { bankAccountId: account.id, fee: 1500 });
  const person = await personAt(at);
  const registration = await buildRegistration(at.portal.db, {
    class: trainingClass,
    account: person,
    state,
  });
  await importLines(at.portal.db, account.id, [{ in: 1500, digits: '00042' }], { actor: cashier, now: NOW });
  const [line] = await findOpenLines(at.portal.db, account.id);
  return { account, person, registration, lineId: line?.id ?? 0 };
};

const byLine = async (at: Place) => {
  const { registration, lineId } = await desk(at);
  return { lineIds: [lineId], registrationIds: [registration.id] };
};

const reported = async (at: Place) => {
  const { registration, person, account, lineId } = await desk(at);
  const { id } = registration;
  await at.portal.db.update(registrations).set({ state: 'reported' }).where(eq(registrations.id, id));
  const event = {
    registrationId: id,
    at: NOW,
    actor: `account:${person.id}`,
    action: 'payment.report',
  } as const;
  await at.portal.db
    .insert(registrationEvents)
    .values({ ...event, fromState: 'unpaid', toState: 'reported' });
  const report = await buildPaymentReport(at.portal.db, { registration, account: person });
  return { account, lineId, reportId: report.id };
};

export const settled = async (at: Place) => {
  const input = { ...(await byLine(at)), received: null, difference: 0, note: null };
  const { id } = await inTransaction(at.portal.db, (tx) =>
    settlePayment(tx, input, { actor: cashier, now: NOW }),
  );
  return { params: { id: String(id) }, body: { reason: '對錯人' } };
};

export const refund = async (at: Place, body: object) => {
  const { registration } = await desk(at, 'confirmed');
  const { id } = await buildRefund(at.portal.db, { registration, amount: 100 });
  return { params: { id: String(id) }, body };
};

export const statementForm = async (at: Place) => {
  const { id } = await bankAccountAt(at);
  const fields = { shape: JSON.stringify(plainShape) };
  return { params: { id: String(id) }, fields, file: plainCsv([{ in: 1500 }]) };
};

/** A filled-in score file with the changes that its preview shows. */
export const scoreForm = async (at: Place) => {
  const { params, registrationId, subjectId } = await attending(at);
  const row = await at.portal.db
    .select({ code: classes.code })
    .from(classes)
    .where(eq(classes.id, Number(params.id)));
  const head = ['課程代碼', '識別碼（請勿更改）', '學科測驗'];
  const rows = [head, [one(row).code, `R${registrationId}V0.0`, '80']];
  const cell = { registrationId, subjectId, score: 80, version: 0 };
  const seen = createHash('sha256')
    .update(JSON.stringify([[cell], []]))
    .digest('hex');
  return { params, fields: { seen }, file: Buffer.from(rows.map((cells) => cells.join(',')).join('\n')) };
};

/** A group with a manager and a member; the parameters name the member. */
export const group = async (at: Place) => {
  const { db } = at.portal;
  const made = await buildGroup(db, { organizationId: at.organizationId });
  const [manager, member] = [await personAt(at), await personAt(at)];
  await buildMembership(db, { group: made, account: manager, role: 'manager' });
  await buildMembership(db, { group: made, account: member });
  return { group: made, manager, member, params: { id: String(made.id) } };
};

/** A call about the member of a group. */
const groupMember = async (at: Place, body: object) => {
  const { params, member } = await group(at);
  return { params: { ...params, account: String(member.id) }, body };
};

/** All registrations of the period in which the tests take place. */
export const reportPeriod = { subject: 'registrations', from: '2026-11', until: '2026-12' } as const;

const groupReason = { reason: '公司名冊與同意書' };

const roles = [{ role: 'cashier', organizationId: null }];

/** Each call with its preparation and the action of its event. */
export const writes: [endpoint: Endpoint, action: string, prepare: (at: Place) => Promise<Sent>][] = [
  [
    classCalls.createClasses,
    'class.create',
    async (at) => {
      const { organizationId, courseId } = await trainingClass(at);
      return { body: { ...classForm, organizationId, courseId, code: `NEW-${next()}` } };
    },
  ],
  [
    classCalls.editClass,
    'class.edit',
    async (at) => {
      const { params, code } = await trainingClass(at);
      return { params, body: { ...classForm, code, version: 0 } };
    },
  ],
  [classCalls.publishClass, 'class.publish', (at) => seenClass(at, draft)],
  [
    classCalls.publishClasses,
    'class.publish',
    async (at) => {
      const { params, body } = await seenClass(at, draft);
      return { body: { classes: [{ id: Number(params.id), version: body.version }] } };
    },
  ],
  [
    classCalls.unscheduleClass,
    'class.unschedule',
    (at) => seenClass(at, { ...draft, publishAt: new Date(NOW.getTime() + 86_400_000) }),
  ],
  [classCalls.withdrawClass, 'class.withdraw', seenClass],
  [classCalls.stopEnrolment, 'class.stop', seenClass],
  [classCalls.resumeEnrolment, 'class.resume', (at) => seenClass(at, { state: 'closed' })],
  [
    classCalls.postponeClass,
    'class.postpone',
    async (at) => {
      const body = { sessions: classForm.sessions, message: '講師受傷', freeDays: 7, version: 0 };
      return { ...(await trainingClass(at)), body };
    },
  ],
  [
    classCalls.callOffClass,
    'class.call_off',
    async (at) => ({
      ...(await trainingClass(at)),
      body: { reason: 'too_few', text: '未達最低人數', version: 0 },
    }),
  ],
  [classCalls.completeClass, 'class.complete', (at) => seenClass(at, past)],
  [makeClassFile, 'job.start', classOf],
  [exportReport, 'job.start', async (_at) => ({ body: { ...reportPeriod, format: 'csv' } })],
  [
    groupCalls.createGroup,
    'group.create',
    async (at) => {
      const place = { organizationId: at.organizationId, accountId: (await personAt(at)).id };
      return { body: { code: `TEAM-${next()}`, name: '新團體', ...place, ...groupReason } };
    },
  ],
  [
    groupCalls.editGroup,
    'group.edit',
    async (at) => {
      const { params } = await group(at);
      return { params, body: { name: '新名稱', organizationId: at.organizationId, version: 0 } };
    },
  ],
  [
    groupCalls.addGroupPerson,
    'group.add_member',
    async (at) => {
      const { params } = await group(at);
      return { params, body: { accountId: (await personAt(at)).id, role: 'member', ...groupReason } };
    },
  ],
  [groupCalls.removeGroupPerson, 'group.remove_member', (at) => groupMember(at, groupReason)],
  [
    groupCalls.setGroupRole,
    'group.make_manager',
    (at) => groupMember(at, { ...groupReason, role: 'manager' }),
  ],
  [
    setNeedsByStaff,
    'group.set_needs',
    async (at) => {
      const { certificateKindId } = await buildCourse(at.portal.db);
      const needs = [{ kind: certificateKindId ?? 0, count: 2 }];
      return { params: (await group(at)).params, body: { version: 0, needs } };
    },
  ],
  [groupCalls.exportGroups, 'list.export', async (_at) => ({ body: { format: 'csv' } })],
  [
    issuingCalls.issueCertificates,
    'job.start',
    async (at) => {
      const { registrationId, params } = await passed(at);
      return { params, body: { registrationIds: [registrationId] } };
    },
  ],
  [registerCalls.issueWithoutClass, 'certificate.issue', unclassed],
  [
    issuingCalls.printCertificates,
    'job.start',
    async (at) => ({ params: (await certificate(at)).classParams, body: { format: 'a4' } }),
  ],
  [
    registerCalls.printCertificate,
    'certificate.print',
    async (at) => {
      const { params } = await certificate(at);
      // The paper is stored when it is first asked for, whoever asks.
      const services = { ...at.portal.services, publicUrl: 'http://127.0.0.1' };
      await findPaper(services, { certificateId: Number(params.id), format: 'card' }, NOW);
      return { params, body: { format: 'card' } };
    },
  ],
  [registerCalls.exportCertificates, 'list.export', async (_at) => ({ body: { format: 'csv' } })],
  [
    registerCalls.revokeCertificate,
    'certificate.revoke',
    async (at) => {
      const { params } = await certificate(at);
      return { params, body: { reason: '資格不符', version: 0 } };
    },
  ],
  [
    registerCalls.correctCertificate,
    'certificate.correct',
    async (at) => {
      const training = { hours: 8, firstDay: '2026-11-20', lastDay: '2026-11-21' };
      const body = { reason: '姓名誤植', chineseName: '林宜君', englishName: null, ...training, version: 0 };
      return { params: (await certificate(at)).params, body };
    },
  ],
  [
    privacyCalls.recordRequest,
    'privacy.record',
    async (at) => {
      const { account: number } = await personAt(at);
      return { body: { number, kind: 'access', requestedOn: '2026-12-01', note: '報名紀錄' } };
    },
  ],
  [
    incidentCalls.createIncident,
    'incident.create',
    async (at) => ({ body: { ...(await incidentForm(at)), organizationId: at.organizationId } }),
  ],
  [
    incidentCalls.editIncident,
    'incident.edit',
    async (at) => ({ ...(await incidentAt(at)), body: { ...(await incidentForm(at)), version: 0 } }),
  ],
  [
    incidentCalls.exportIncidentPeople,
    'list.export',
    async (at) => ({ params: (await incidentAt(at)).params }),
  ],
  [
    incidentCalls.notifyPeople,
    'incident.notify',
    async (at) => ({ ...(await incidentAt(at)), body: { version: 0 } }),
  ],
  [
    incidentCalls.closeIncident,
    'incident.close',
    async (at) => ({ ...(await incidentAt(at)), body: { note: '已告知', version: 0 } }),
  ],
  [
    privacyCalls.erasePerson,
    'privacy.erase',
    async (at) => ({
      params: (await privacyRequest(at, 'erasure')).params,
      body: { reason: '已核對身分證件', version: 0 },
    }),
  ],
  [
    privacyCalls.copyPersonalData,
    'privacy.copy',
    async (at) => ({ params: (await privacyRequest(at)).params }),
  ],
  [privacyCalls.extendRequest, 'privacy.extend', privacyStep({ reason: '資料橫跨多年' })],
  [privacyCalls.declineRequest, 'privacy.decline', privacyStep({ reason: '非本人' })],
  [privacyCalls.answerRequest, 'privacy.answer', privacyStep({ answer: '已交付複製本' })],
  [privacyCalls.withdrawRequest, 'privacy.withdraw', privacyStep({})],
  [
    renewalCalls.approveRenewal,
    'renewal.approve',
    async (at) => {
      const { params } = await renewal(at);
      return { params, body: { exceptionReason: '已口頭確認', version: 0 } };
    },
  ],
  [
    renewalCalls.rejectRenewal,
    'renewal.reject',
    async (at) => {
      const { params } = await renewal(at);
      return { params, body: { reason: '未附複訓證明', version: 0 } };
    },
  ],
  [
    renewalCalls.askDocument,
    'renewal.ask_document',
    async (at) => {
      const { params } = await renewal(at);
      return { params, body: { text: '請上傳複訓時數證明', version: 0 } };
    },
  ],
  [
    renewalCalls.approveRenewals,
    'renewal.approve',
    async (at) => {
      const { ids } = await renewal(at);
      return { body: { requests: ids.map((each) => ({ id: each, version: 0 })) } };
    },
  ],
  [enrolmentCalls.remindOverdue, 'payment.remind', overdue],
  [enrolmentCalls.cancelOverdue, 'registration.cancel_by_staff', seenOverdue],
  [enrolmentCalls.approveRegistration, 'registration.approve', (at) => decided(at, 'pending')],
  [enrolmentCalls.undoApproval, 'registration.undo_approval', approvedJustNow],
  [
    enrolmentCalls.rejectRegistration,
    'registration.reject',
    (at) => decided(at, 'pending', { reason: '資料不符' }),
  ],
  [
    enrolmentCalls.approveRegistrations,
    'registration.approve',
    async (at) => {
      const account = await personAt(at, { photoKey: `photos/${next()}` });
      const trainingClass = await classAt(at);
      const { id } = await buildRegistration(at.portal.db, { class: trainingClass, account });
      return { body: { registrations: [{ id, version: 0 }] } };
    },
  ],
  [
    enrolmentCalls.undoApprovals,
    'registration.undo_approval',
    async (at) => {
      const { params, body } = await approvedJustNow(at);
      return { body: { registrations: [{ id: Number(params.id), ...body }] } };
    },
  ],
  [
    enrolmentCalls.giveBackUnconfirmed,
    'registration.lapse',
    async (at) => {
      const account = await personAt(at, { emailConfirmedAt: null });
      const confirmBy = new Date(NOW.getTime() + 3_600_000);
      const { id } = await buildRegistration(at.portal.db, { class: await classAt(at), account, confirmBy });
      return { body: { registrations: [{ id, version: 0 }] } };
    },
  ],
  [
    enrolmentCalls.confirmPhone,
    'account.confirm_phone',
    async (at) => ({ ...(await registered(at)), body: { phone: '0900-000000' } }),
  ],
  [
    enrolmentCalls.setMailbox,
    'account.set_mailbox',
    async (at) => {
      const { account: number, birthday } = await personAt(at, { passwordIsBirthday: true, email: null });
      return { body: { number, birthday, proof: 'card', email: `set${next()}@example.com` } };
    },
  ],
  [
    enrolmentCalls.reopenRegistration,
    'registration.reopen',
    (at) => decided(at, 'rejected', { reason: '文件已補齊' }),
  ],
  [
    enrolmentCalls.cancelByStaff,
    'registration.cancel_by_staff',
    (at) => decided(at, 'confirmed', { reason: '課程調整' }),
  ],
  [
    enrolmentCalls.addNote,
    'registration.note',
    async (at) => ({ ...(await registered(at)), body: { text: '已來電確認' } }),
  ],
  [enrolmentCalls.showIdentity, 'person.show_identity', registered],
  [
    enrolmentCalls.addPhrase,
    'review_phrase.add',
    async (_at) => ({ body: { text: `新的退回理由 ${next()}` } }),
  ],
  [
    enrolmentCalls.editPhrase,
    'review_phrase.edit',
    async (at) => ({ params: (await phrase(at)).params, body: { text: `改過的 ${next()}`, version: 1 } }),
  ],
  [
    enrolmentCalls.orderPhrases,
    'review_phrase.order',
    async (at) => {
      await phrase(at);
      const rows = await at.portal.db.select().from(reviewPhrases).orderBy(reviewPhrases.position);
      const former = rows.map(({ id }) => id);
      return { body: { former, ids: former.toReversed() } };
    },
  ],
  [
    enrolmentCalls.removePhrase,
    'review_phrase.remove',
    async (at) => ({ params: (await phrase(at)).params }),
  ],
  [
    enrolmentCalls.enrolPerson,
    'registration.enrol',
    async (at) => {
      const [{ code }, { id: accountId }] = [await classAt(at), await personAt(at)];
      return { body: { code, accountId } };
    },
  ],
  [
    enrolmentCalls.enrolNewPerson,
    'account.create',
    async (at) => {
      const { code } = await classAt(at);
      const person = { country: 'local', id_number: nationalId(5_000_000 + next()), chinese_name: '周大同' };
      return { body: { code, ...person, birthday: '1990-05-14', cell_phone: '0912-345678' } };
    },
  ],
  [
    enrolmentCalls.identifyApplicant,
    'person.identify',
    async (at) => {
      const { account: number } = await personAt(at, { birthday: '1990-05-14' });
      return { body: { number, by: 'birthday', birthday: '1990-05-14' } };
    },
  ],
  [enrolmentCalls.sendApplicantCode, 'person.send_code', numbered],
  [enrolmentCalls.findHolder, 'person.find_holder', numbered],
  [
    enrolmentCalls.releaseNumber,
    'account.release_identifier',
    async (at) => {
      const { id: holderId, account: number } = await personAt(at);
      return { body: { number, holderId, reason: '本人持身分證至櫃台' } };
    },
  ],
  [
    enrolmentCalls.moveRegistration,
    'registration.move',
    async (at) => {
      const { code } = await classAt(at);
      return decided(at, 'confirmed', { code, difference: 0 });
    },
  ],
  [
    trainingCalls.markAttendance,
    'attendance.mark',
    async (at) => {
      const { params, sessionId, registrationId } = await attending(at);
      return { params, body: { sessionId, marks: [{ registrationId, state: 'present', version: 0 }] } };
    },
  ],
  [classCalls.uploadAttachment, 'attachment.add', async (at) => ({ ...(await classOf(at)), file: plain })],
  [
    classCalls.renameAttachment,
    'attachment.rename',
    async (at) => ({ params: (await attached(at)).params, body: { name: '新的名稱' } }),
  ],
  [
    classCalls.orderAttachments,
    'attachment.order',
    async (at) => {
      const { params, ids } = await attached(at);
      return { params: { id: params.id }, body: { ids: ids.reverse() } };
    },
  ],
  [classCalls.removeAttachment, 'attachment.remove', attached],
  [
    classCalls.shareAttachment,
    'attachment.add',
    async (at) => {
      const request = await attached(at);
      const { db } = at.portal;
      const other = await classAt(at);
      const first = Number(request.params.id);
      await db
        .update(classes)
        .set({ seriesId: first })
        .where(inArray(classes.id, [first, other.id]));
      return request;
    },
  ],
  [
    choiceCalls.addChoice,
    'choice.add',
    async () => ({ params: { list: 'careers' }, body: { name: `職業 ${next()}` } }),
  ],
  [
    choiceCalls.editChoice,
    'choice.edit',
    async (at) => ({ ...(await career(at)), body: { name: `職業 ${next()}`, version: 0 } }),
  ],
  [
    choiceCalls.orderChoices,
    'choice.order',
    async (at) => {
      await career(at);
      const all = await at.portal.db.select({ id: careers.id }).from(careers).orderBy(careers.position);
      const former = all.map(({ id }) => id);
      return { params: { list: 'careers' }, body: { former, ids: former.toReversed() } };
    },
  ],
  [choiceCalls.retireChoice, 'choice.retire', (at) => career(at)],
  [choiceCalls.restoreChoice, 'choice.restore', (at) => career(at, NOW)],
  [organizationCalls.createOrganization, 'organization.create', async () => ({ body: organizationForm() })],
  [
    organizationCalls.editOrganization,
    'organization.edit',
    async (at) => ({ ...(await organization(at)), body: { ...organizationForm(), version: 0 } }),
  ],
  [
    organizationCalls.orderOrganizations,
    'organization.order',
    async (at) => {
      await organization(at);
      const all = await at.portal.db
        .select({ id: organizations.id })
        .from(organizations)
        .orderBy(organizations.position, organizations.id);
      const former = all.map(({ id }) => id);
      return { body: { former, ids: former.toReversed() } };
    },
  ],
  [organizationCalls.closeOrganization, 'organization.close', (at) => organization(at)],
  [organizationCalls.reopenOrganization, 'organization.reopen', (at) => organization(at, NOW)],
  [
    catalogueCalls.createBankAccount,
    'bank_account.create',
    async (at) => {
      return { body: { organizationId: at.organizationId, ...bankAccountForm() } };
    },
  ],
  [
    catalogueCalls.editBankAccount,
    'bank_account.edit',
    async (at) => ({ ...(await bankAccount(at)), body: { ...bankAccountForm(), version: 0 } }),
  ],
  [catalogueCalls.closeBankAccount, 'bank_account.close', (at) => bankAccount(at)],
  [catalogueCalls.reopenBankAccount, 'bank_account.reopen', (at) => bankAccount(at, NOW)],
  [
    layoutCalls.createSigner,
    'certificate_signer.create',
    async (at) => ({ body: { organizationId: at.organizationId, ...signerForm() } }),
  ],
  [
    layoutCalls.editSigner,
    'certificate_signer.edit',
    async (at) => ({ ...(await signer(at)), body: { ...signerForm(), version: 0 } }),
  ],
  [layoutCalls.closeSigner, 'certificate_signer.close', (at) => signer(at)],
  [layoutCalls.reopenSigner, 'certificate_signer.reopen', (at) => signer(at, NOW)],
  [layoutCalls.saveLayout, 'certificate_layout.save', layoutForm],
  [
    setupCalls.addStarterSet,
    'starter.add',
    async ({ portal }) => {
      await inTransaction(portal.db, (tx) => removeStarterSet(tx, {}, { actor: 'system', now: NOW }));
      return {};
    },
  ],
  [
    setupCalls.removeStarterSet,
    'starter.remove',
    async ({ portal }) => {
      await inTransaction(portal.db, (tx) => addStarterSet(tx, {}, { actor: 'system', now: NOW }));
      return {};
    },
  ],
  [
    kindCalls.createKind,
    'certificate_kind.create',
    async () => ({ body: { name: `新證照 ${next()}`, type: 'ordinary', years: 3 } }),
  ],
  [
    kindCalls.saveKindSettings,
    'certificate_kind.edit',
    async (at) => ({
      ...(await newKind(at)),
      body: {
        ...{ name: `證照 ${next()}`, type: 'ordinary', years: 3 },
        ...{ registerPattern: DEFAULT_REGISTER_PATTERN, refresherHours: 8, refresherYears: 3, version: 0 },
      },
    }),
  ],
  [
    reminderCalls.setReminders,
    'certificate_reminders.edit',
    async (at) => ({ ...(await newKind(at)), body: { days: [60], version: 0 } }),
  ],
  [bannerCalls.createBanner, 'banner.create', async (at) => ({ body: await bannerForm(at) })],
  [
    bannerCalls.editBanner,
    'banner.edit',
    async (at) => ({ ...(await bannerAt(at)), body: { ...(await bannerForm(at)), version: 0 } }),
  ],
  [
    bannerCalls.orderBanners,
    'banner.order',
    async (at) => {
      await bannerAt(at);
      await bannerAt(at);
      const rows = await at.portal.db.select().from(banners).orderBy(banners.position, banners.id);
      const former = rows.map(({ id }) => id);
      return { body: { former, ids: former.toReversed() } };
    },
  ],
  [bannerCalls.removeBanner, 'banner.remove', (at) => bannerAt(at)],
  [contentCalls.createIntroType, 'intro_type.create', async (at) => ({ body: await introTypeForm(at) })],
  [
    contentCalls.editIntroType,
    'intro_type.edit',
    async (at) => ({ ...(await introTypeWith(at, 0)), body: { ...(await introTypeForm(at)), version: 0 } }),
  ],
  [
    contentCalls.orderIntroTypes,
    'intro_type.order',
    async (at) => {
      await introTypeWith(at, 0);
      await introTypeWith(at, 0);
      const rows = await at.portal.db.select().from(introTypes).orderBy(introTypes.position, introTypes.id);
      const former = rows.map(({ id }) => id);
      return { body: { former, ids: former.toReversed() } };
    },
  ],
  [contentCalls.removeIntroType, 'intro_type.remove', (at) => introTypeWith(at, 0)],
  [
    contentCalls.orderIntros,
    'intro.order',
    async (at) => {
      const { params } = await introTypeWith(at, 2);
      const typeId = Number(params.id);
      const rows = await at.portal.db.select().from(intros).where(eq(intros.typeId, typeId));
      const former = rows.sort((a, b) => a.position - b.position).map(({ id }) => id);
      return { params, body: { former, ids: former.toReversed() } };
    },
  ],
  [
    contentCalls.createIntro,
    'intro.create',
    async (at) => ({ ...(await introTypeWith(at, 0)), body: introForm() }),
  ],
  [
    contentCalls.editIntro,
    'intro.edit',
    async (at) => ({ ...(await introAt(at)), body: { ...introForm(), version: 0 } }),
  ],
  [
    contentCalls.discardIntroRevision,
    'intro.discard',
    async (at) => {
      const { params } = await introAt(at);
      const revision = { title: '修改', html: '<p>二</p>' };
      await at.portal.db
        .update(intros)
        .set({ revision })
        .where(eq(intros.id, Number(params.id)));
      return { params };
    },
  ],
  [contentCalls.removeIntro, 'intro.remove', (at) => introAt(at)],
  [
    contentCalls.discardPageRevision,
    'page.discard',
    async (at) => {
      const value = { title: '修改', html: '<p>二</p>' };
      await at.portal.db
        .insert(siteSettings)
        .values({ key: pageRevisionKey('Accessibility'), value })
        .onConflictDoNothing();
      return { params: { name: 'Accessibility' } };
    },
  ],
  [
    contentCalls.saveSitePage,
    'page.set',
    async (at) => ({
      params: { name: 'Help' },
      body: {
        ...{ title: `說明 ${next()}`, html: '<p>說明</p>', publication: 'published' },
        version: await findVersion(at.portal.db, versionedPage('Help')),
      },
    }),
  ],
  [
    contentCalls.saveFooter,
    'footer.set',
    async (at) => ({
      body: {
        ...{ name: `協會 ${next()}`, address: '臺北市', phone: '02-20000000', fax: '' },
        version: await findVersion(at.portal.db, versionedFooter),
      },
    }),
  ],
  [
    brandingCalls.setBranding,
    'branding.edit',
    async (at) => ({
      body: {
        ...{
          name: `訓練網 ${next()}`,
          shortName: '訓練網',
          colour: '#1d3f8f',
          senderName: null,
          address: null,
        },
        ...{ logoId: null, version: await findVersion(at.portal.db, versionedBranding) },
      },
    }),
  ],
  [
    brandingCalls.uploadLogo,
    'logo.save',
    async (_at) => ({
      file: await sharp({ create: { width: 90, height: 90, channels: 3, background: '#1d3f8f' } })
        .png()
        .toBuffer(),
    }),
  ],
  [
    layoutCalls.uploadCertificatePicture,
    'certificate_picture.save',
    async (_at) => ({
      file: await sharp({ create: { width: 20, height: 20, channels: 3, background: '#c22a1e' } })
        .png()
        .toBuffer(),
      fields: { kind: 'seal' },
    }),
  ],
  [catalogueCalls.createCourse, 'course.create', async (at) => ({ body: await courseForm(at) })],
  [
    catalogueCalls.editCourse,
    'course.edit',
    async (at) => {
      const { id } = await buildCourse(at.portal.db, { code: `E${next()}`, chineseName: `訓練 ${serial}` });
      return { params: { id: String(id) }, body: { ...(await courseForm(at)), version: 0 } };
    },
  ],
  [
    contentCalls.uploadPicture,
    'picture.save',
    async (_at) => ({
      file: await sharp({ create: { width: 20, height: 20, channels: 3, background: '#0a4a53' } })
        .png()
        .toBuffer(),
    }),
  ],
  [
    trainingCalls.checkIn,
    'attendance.mark',
    async (at) => {
      const { params, sessionId, registrationId } = await attending(at);
      const code = checkInCode(registrationId, await serverKey(at.portal.db, CHECK_IN_KEY));
      return { params, body: { sessionId, code } };
    },
  ],
  [
    trainingCalls.classPaper,
    'class.paper',
    async (at) => ({ params: (await attending(at)).params, body: { paper: 'roster' } }),
  ],
  [trainingCalls.downloadScores, 'class.paper', async (at) => ({ params: (await attending(at)).params })],
  [trainingCalls.importScores, 'training.draft', scoreForm],
  [
    trainingCalls.saveScores,
    'training.draft',
    async (at) => {
      const { params, registrationId, subjectId } = await attending(at);
      return { params, body: { cells: [{ registrationId, subjectId, score: 80, version: 0 }] } };
    },
  ],
  [
    trainingCalls.decideResult,
    'training.decide',
    async (at) => {
      const { params, registrationId } = await attending(at);
      const body = { decided: 2, reason: '缺考', version: 0 };
      return { params: { ...params, registration: String(registrationId) }, body };
    },
  ],
  [
    trainingCalls.publishResults,
    'training.result',
    async (at) => {
      const { params, registrationId } = await attending(at, { decided: 1 });
      return { params, body: { people: [{ registrationId, version: 1, result: 1 }] } };
    },
  ],
  [
    trainingCalls.correctResult,
    'training.correct',
    async (at) => {
      const { params, registrationId } = await attending(at, { result: 1 });
      const own = { isDecided: true, decidedReason: '未應試' };
      const body = { result: 2, scores: [], reason: '重評', ...own, version: 0 };
      return { params: { ...params, registration: String(registrationId) }, body };
    },
  ],
  [importCalls.checkImport, 'import.check', importForm],
  [
    importCalls.startImport,
    'import.start',
    async (at) => ({ ...(await importAt(at)), body: { takesDoubtful: false } }),
  ],
  [importCalls.undoImport, 'import.undo', (at) => importAt(at, finishedImport)],
  [importCalls.importProblems, 'import.problems', importAt],
  [statementCalls.importStatement, 'statement.import', statementForm],
  [
    statementCalls.takeBackStatement,
    'statement.take_back',
    async (at) => {
      const { account } = await desk(at);
      const [imported] = await at.portal.db
        .select({ id: statements.id })
        .from(statements)
        .where(eq(statements.bankAccountId, account.id))
        .orderBy(desc(statements.id));
      return { params: { id: String(imported?.id) } };
    },
  ],
  [
    statementCalls.setLineAside,
    'statement_line.set_aside',
    async (at) => ({ params: { id: String((await desk(at)).lineId) }, body: { reason: '利息' } }),
  ],
  [
    statementCalls.takeLineBack,
    'statement_line.take_back',
    async (at) => {
      const { lineId } = await desk(at);
      const aside = { lineId, reason: '利息' };
      await inTransaction(at.portal.db, (tx) => setLineAside(tx, aside, { actor: cashier, now: NOW }));
      return { params: { id: String(lineId) } };
    },
  ],
  [
    statementCalls.exportDaySheet,
    'list.export',
    async (at) => ({ params: { id: String((await desk(at)).account.id) }, body: { format: 'csv' } }),
  ],
  [
    statementCalls.confirmCertain,
    'payment.confirm',
    async (at) => {
      const { account, lineId, reportId } = await reported(at);
      return { params: { id: String(account.id) }, body: { pairs: [{ lineId, reportId }] } };
    },
  ],
  [
    paymentCalls.confirmPayment,
    'payment.confirm',
    async (at) => ({ body: { ...(await byLine(at)), received: null, difference: 0 } }),
  ],
  [
    paymentCalls.recordPartialPayment,
    'payment.record_partial',
    async (at) => {
      const { account, registration } = await desk(at);
      const part = [{ in: 1000, digits: '11111' }];
      await importLines(at.portal.db, account.id, part, { actor: cashier, now: NOW });
      const line = (await findOpenLines(at.portal.db, account.id)).find(({ amount }) => amount === 1000);
      return { body: { lineIds: [line?.id], registrationIds: [registration.id], missing: 500 } };
    },
  ],
  [
    paymentCalls.takeSurplus,
    'payment.take_surplus',
    async (at) => {
      const { registration, lineId } = await desk(at, 'confirmed');
      return { body: { lineIds: [lineId], registrationIds: [registration.id], reason: '重複' } };
    },
  ],
  [
    paymentCalls.rejectReport,
    'payment.reject',
    async (at) => ({ params: { id: String((await reported(at)).reportId) }, body: { reason: '查無' } }),
  ],
  [paymentCalls.undoPayment, 'payment.undo_confirmation', settled],
  [
    paymentCalls.withdrawPayments,
    'payment.undo_confirmation',
    async (at) => ({ body: { paymentIds: [Number((await settled(at)).params.id)] } }),
  ],
  [
    paymentCalls.changeRefund,
    'refund.change',
    (at) => refund(at, { amount: 90, before: 100, reason: '手續費' }),
  ],
  [
    paymentCalls.payRefund,
    'refund.pay',
    (at) => refund(at, { amount: 100, paidOn: '2026-12-01', reference: 'A1' }),
  ],
  [paymentCalls.waiveRefund, 'refund.waive', (at) => refund(at, { reason: '捐贈' })],
  [paymentCalls.exportRefunds, 'list.export', async (_at) => ({ body: { format: 'csv' } })],
  [
    documentCalls.addDocumentByStaff,
    'document.add',
    async (at) => ({ ...(await registered(at)), file: await blackDot() }),
  ],
  [correspondenceCalls.sendMailAgain, 'mail.send_again', undelivered],
  [correspondenceCalls.settleMail, 'mail.settle', undelivered],
  [
    correspondenceCalls.sendMessage,
    'class.message',
    async (at) => {
      const trainingClass = await classAt(at);
      await buildRegistration(at.portal.db, { class: trainingClass, account: await personAt(at) });
      const body = { audience: 'live', subject: '通知', text: '請準時', recipients: 1 };
      return { params: { id: String(trainingClass.id) }, body };
    },
  ],
  [correspondenceCalls.exportMails, 'list.export', async () => ({ body: { format: 'csv' } })],
  [paymentCalls.exportPayments, 'list.export', async () => ({ body: { format: 'csv' } })],
  [classCalls.exportClasses, 'list.export', async () => ({ body: { format: 'csv' } })],
  [enrolmentCalls.exportOverdue, 'list.export', async () => ({ body: { format: 'csv' } })],
  [
    peopleCalls.addPerson,
    'account.create',
    async (at) => {
      const person = { country: 'local', id_number: nationalId(5_000_000 + next()), chinese_name: '周大同' };
      const { organizationId } = at;
      return { body: { ...person, birthday: '1990-05-14', cell_phone: '0912-345678', organizationId } };
    },
  ],
  [
    peopleCalls.editPerson,
    'account.edit',
    async (at) => ({ ...(await personIn(at)), body: { cell_phone: '0911-222333', version: 0 } }),
  ],
  [
    peopleCalls.suspendPerson,
    'account.suspend',
    async (at) => ({ ...(await personIn(at)), body: { reason: '核對身分' } }),
  ],
  [
    peopleCalls.resumePerson,
    'account.resume',
    async (at) => ({ ...(await personIn(at, { suspendedAt: NOW })), body: { reason: '核對身分' } }),
  ],
  [
    peopleCalls.changeIdentity,
    'account.change_identity',
    async (at) => ({
      ...(await personIn(at)),
      file: await blackDot(),
      fields: { chinese_name: '王新名', reason: '改名，附戶籍謄本', version: '0' },
    }),
  ],
  [
    mergeCalls.mergePeople,
    'person.merge',
    async (at) => ({
      ...(await personIn(at)),
      body: { removedId: (await personAt(at)).id, reason: '同一人' },
    }),
  ],
  [
    twinCalls.dismissTwin,
    'person.dismiss_twin',
    async (at) => ({ params: { id: String(await twinAt(at)) }, body: { reason: '不是同一人' } }),
  ],
  [
    twinCalls.reopenTwin,
    'person.reopen_twin',
    async (at) => ({ params: { id: String(await twinAt(at, { dismissed: true })) } }),
  ],
  [
    mergeCalls.undoMerge,
    'person.undo_merge',
    async (at) => ({ params: { id: String((await mergeAt(at)).id) }, body: { reason: '不是同一人' } }),
  ],
  [
    peopleCalls.rejectPersonPhoto,
    'account.reject_photo',
    async (at) => ({
      ...(await personIn(at, { photoKey: `photos/${next()}` })),
      body: { reason: '照片模糊' },
    }),
  ],
  [
    peopleCalls.replacePersonPhoto,
    'account.replace_photo',
    async (at) => ({ ...(await personIn(at)), file: await portrait() }),
  ],
  [peopleCalls.endPersonSessions, 'account.end_sessions', (at) => personIn(at)],
  [peopleCalls.sendPersonResetLink, 'account.send_reset_link', (at) => personIn(at)],
  [peopleCalls.personIdentity, 'person.show_identity', (at) => personIn(at)],
  [peopleCalls.exportPeople, 'list.export', async () => ({ body: { format: 'csv' } })],
  [enrolmentCalls.exportRegistrations, 'list.export', async (_at) => ({ body: { format: 'csv' } })],
  [auditCalls.exportEvents, 'list.export', async (_at) => ({ body: { format: 'xlsx' } })],
  [
    staffCalls.inviteStaff,
    'staff.invite',
    async (_at) => ({ body: { email: `new${next()}@example.com`, name: '新同仁', roles } }),
  ],
  [staffCalls.inviteStaffAgain, 'staff.invite_again', member],
  [
    staffCalls.changeRoles,
    'staff.change_roles',
    async (at) => ({ ...(await member(at)), body: { roles, version: 0 } }),
  ],
  [staffCalls.suspendStaff, 'staff.suspend', member],
  [staffCalls.resumeStaff, 'staff.resume', (at) => member(at, NOW)],
  [staffCalls.resetSecondFactor, 'staff.ask_factor_reset', member],
  [staffCalls.keepSecondFactor, 'staff.keep_second_factor', askedMember],
  [
    staffCalls.renewIdentityBudget,
    'staff.renew_identity_budget',
    async (at) => {
      const { params } = await member(at);
      const event = { action: 'staff.spend_identity_budget', staffId: Number(params.id) } as const;
      await inTransaction(at.portal.db, (tx) => recordStaffEvent(tx, { ...event, actor: 'system' }, NOW));
      return { params };
    },
  ],
];

/** Makes the call. `headers` identify the caller. */
export const send = async (
  { app }: TestPortal,
  endpoint: Endpoint,
  { params, query, search = '', body, file, fields = {} }: Sent,
  headers: Record<string, string>,
) => {
  const form = file && (await multipart({ fields, file: { bytes: file, name: '檔案.csv' } }));
  return app.inject({
    method: endpoint.method,
    url: fill(endpoint.path, params) + (search && `?${search}`),
    ...(query && { query }),
    headers: { ...headers, ...form?.headers },
    ...(form ? { payload: form.body } : body === undefined ? {} : { payload: body as object }),
  });
};
