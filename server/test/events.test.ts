import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import * as accountCalls from '@portal/contract/accounts';
import * as certificateCalls from '@portal/contract/certificates';
import * as undoCalls from '@portal/contract/contact-undo';
import * as documentCalls from '@portal/contract/documents';
import type { Endpoint } from '@portal/contract/endpoint';
import * as enrolmentCalls from '@portal/contract/enrolment';
import * as groupCertificateCalls from '@portal/contract/group-certificates';
import * as groupCalls from '@portal/contract/groups';
import * as mailboxCalls from '@portal/contract/mailbox';
import { type Action, actions, type Subject } from '@portal/contract/office/audit';
import * as officeCalls from '@portal/contract/office/staff';
import * as passwordCalls from '@portal/contract/passwords';
import * as paymentCalls from '@portal/contract/payment';
import * as formCalls from '@portal/contract/person-form';
import * as privacyCalls from '@portal/contract/privacy';
import { roles } from '@portal/contract/rights';
import * as sessionCalls from '@portal/contract/sessions';
import * as trainingCalls from '@portal/contract/training';
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeUndoLink } from '../src/accounts/mailbox/undo-links.ts';
import { makeResetLink } from '../src/accounts/passwords/reset-links.ts';
import { SECURITY_EVENTS } from '../src/accounts/sign-in/security-log.ts';
import { registeredLetter } from '../src/accounts/sign-up/letters.ts';
import { buildApp } from '../src/app.ts';
import type { Context } from '../src/audit/actor.ts';
import { createBankAccount } from '../src/catalogue/bank-accounts/create-bank-account.ts';
import { createCertificateKind } from '../src/catalogue/certificate-kinds/create-certificate-kind.ts';
import { createOrganization } from '../src/catalogue/organizations/create-organization.ts';
import { issueCertificate } from '../src/certificates/issue/issue-certificate.ts';
import { approveRenewal } from '../src/certificates/renewal/approve-renewal.ts';
import { rejectRenewal } from '../src/certificates/renewal/reject-renewal.ts';
import { createClass } from '../src/classes/acts/create-class.ts';
import { publishClass } from '../src/classes/acts/publish-class.ts';
import { setClassSessions } from '../src/classes/acts/set-class-sessions.ts';
import { addAttachment } from '../src/classes/files/add-attachment.ts';
import { createBanner } from '../src/content/banners/create-banner.ts';
import { createIntro } from '../src/content/create-intro.ts';
import { createIntroType } from '../src/content/create-intro-type.ts';
import { savePicture } from '../src/content/save-picture.ts';
import { setFooter } from '../src/content/set-footer.ts';
import { setSitePage } from '../src/content/set-site-page.ts';
import { introTypes, pictures } from '../src/content/tables.ts';
import { approveInClass } from '../src/enrolment/review/approve-registration.ts';
import { createGroup } from '../src/groups/create-group.ts';
import { queueMail } from '../src/mail/queue.ts';
import { mails } from '../src/mail/tables.ts';
import { rejectPayment } from '../src/payment/reject-payment.ts';
import { inTransaction, type Tx } from '../src/platform/database/database.ts';
import { createLog } from '../src/platform/observe/log.ts';
import type { Staff } from '../src/staff/actors.ts';
import { codeAt, stepOf } from '../src/staff/factors/totp.ts';
import { recordResult } from '../src/training/results/record-result.ts';
import { fill, NOW, openTestPortal, type TestPortal } from './app.ts';
import { nameOf } from './described-calls.ts';
import { buildAccount, buildRegistrationForm, logIn, PASSWORD } from './factories/account.ts';
import { buildClass, buildOrganization } from './factories/catalogue.ts';
import { buildCertificate, buildInquiry, buildRenewalRequest } from './factories/certificate.ts';
import { bannerContent } from './factories/content.ts';
import { buildDocument } from './factories/document.ts';
import { buildGroup, buildMembership } from './factories/group.ts';
import { buildRegistration } from './factories/registration.ts';
import { asStaff, buildStaff, buildTotp, enterOffice, grant } from './factories/staff.ts';
import { fingerprints } from './fingerprints.ts';
import { PICTURE } from './hostile/calls.ts';
import { multipart } from './multipart.ts';
import { unnamedEventFields, unnamedEventValues } from './unnamed-event-fields.ts';

/* Every call that changes something leaves its event, in the transaction of the change. */

let portal: TestPortal;
let app: FastifyInstance;
const lines: Record<string, unknown>[] = [];
/** Every line of the security log. */
const everyLine: string[] = [];

beforeAll(async () => {
  portal = await openTestPortal();
  await buildOrganization(portal.db);
  const log = createLog('info', {
    write: (line: string) => {
      const said = JSON.parse(line);
      if (!said.security) return;
      lines.push(said);
      everyLine.push(line);
    },
  });
  app = await buildApp({ ...portal.services, log });
  await portal.db.execute(sql`
    create function fail_at_commit() returns trigger language plpgsql as $$ begin raise exception 'no commit'; end $$`);
});
afterAll(async () => {
  await app.close();
  await portal.close();
});

type Account = Awaited<ReturnType<typeof buildAccount>>;

interface Sent {
  readonly params?: Record<string, string>;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly token?: string;
}

const send = async (endpoint: Endpoint, { params, body, headers, token }: Sent) => {
  const response = await app.inject({
    method: endpoint.method,
    url: fill(endpoint.path, params),
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
    remoteAddress: '203.0.113.7',
    ...(body === undefined ? {} : { payload: body as object }),
  });
  return response.statusCode;
};

const someone = async () => {
  const account = await buildAccount(portal.db);
  return { account, token: await logIn(portal.db, account) };
};

const managed = async () => {
  const [group, manager] = [await buildGroup(portal.db), await someone()];
  await buildMembership(portal.db, { group, account: manager.account, role: 'manager' });
  return { group, ...manager };
};

const profileOf = (account: Account) => ({
  ...buildRegistrationForm({ email: 'another@example.com' }),
  organization_id: String(account.organizationId),
  chinese_name: account.chineseName ?? undefined,
  id_number: account.idNumber ?? undefined,
  birthday: account.birthday ?? undefined,
});

/** Set-up of each call, and the action of its event. */
const writes: [endpoint: Endpoint, action: string, prepare: () => Promise<Sent>][] = [
  [formCalls.register, 'account.register', () => multipart({ fields: buildRegistrationForm() })],
  [
    formCalls.updateProfile,
    'account.update',
    async () => {
      const { account, token } = await someone();
      return { ...(await multipart({ fields: profileOf(account) })), token };
    },
  ],
  [
    passwordCalls.updatePassword,
    'password.change',
    async () => {
      const { token } = await someone();
      const fresh = 'Another-2027';
      return { token, body: { password: PASSWORD, new_password: fresh, new_password_confirmation: fresh } };
    },
  ],
  [
    passwordCalls.resetPassword,
    'password.reset',
    async () => {
      const { account } = await someone();
      const link = await inTransaction(portal.db, (tx) => makeResetLink(tx, account.id, NOW));
      const fresh = 'Another-2027';
      return { body: { token: link, password: fresh, password_confirmation: fresh } };
    },
  ],
  [
    undoCalls.undoContactChange,
    'contact.undo',
    async () => {
      const { account } = await someone();
      const former = {
        id: account.id,
        email: 'former@example.com',
        hasConfirmedMailbox: true,
        passportNo: null,
      };
      const link = await inTransaction(portal.db, (tx) => makeUndoLink(tx, former, NOW));
      return { body: { token: link } };
    },
  ],
  [
    mailboxCalls.confirmMailbox,
    'mailbox.confirm',
    async () => {
      const account = await buildAccount(portal.db, { emailConfirmedAt: null });
      const mail = registeredLetter({ name: '' });
      await inTransaction(portal.db, (tx) => queueMail(tx, account, mail, NOW));
      const [queued] = await portal.db
        .select({ id: mails.id })
        .from(mails)
        .where(eq(mails.accountId, account.id));
      return { body: { token: queued?.id } };
    },
  ],
  [
    groupCalls.admitMember,
    'group.add_member',
    async () => {
      const [{ group, token }, { account }] = [await managed(), await someone()];
      const credentials = { account: account.account, password: PASSWORD, country: account.country };
      return { token, params: { GroupCode: group.code }, body: credentials };
    },
  ],
  [
    groupCalls.dismissMember,
    'group.remove_member',
    async () => {
      const [{ group, token }, { account }] = [await managed(), await someone()];
      await buildMembership(portal.db, { group, account });
      return { token, params: { GroupCode: group.code }, body: { id_number: account.idNumber } };
    },
  ],
  [
    groupCertificateCalls.setGroupNeeds,
    'group.set_needs',
    async () => {
      const { group, token } = await managed();
      const { kindId } = await buildCertificate(portal.db, await someone());
      const body = { version: 0, needs: [{ kind: kindId, count: 3 }] };
      return { token, params: { GroupCode: group.code }, body };
    },
  ],
  [
    enrolmentCalls.enrol,
    'registration.enrol',
    async () => ({ token: (await someone()).token, body: { code: (await buildClass(portal.db)).code } }),
  ],
  [
    enrolmentCalls.cancelRegistration,
    'registration.cancel',
    async () => {
      const [{ account, token }, trainingClass] = [await someone(), await buildClass(portal.db)];
      await buildRegistration(portal.db, { class: trainingClass, account });
      return { token, body: { code: trainingClass.code } };
    },
  ],
  [
    documentCalls.addDocument,
    'document.add',
    async () => {
      const [{ account, token }, trainingClass] = [await someone(), await buildClass(portal.db)];
      const { id } = await buildRegistration(portal.db, { class: trainingClass, account });
      const form = await multipart({ fields: {}, file: { bytes: PICTURE } });
      return { token, params: { id: String(id) }, ...form };
    },
  ],
  [
    documentCalls.removeDocument,
    'document.remove',
    async () => {
      const [{ account, token }, trainingClass] = [await someone(), await buildClass(portal.db)];
      const registration = await buildRegistration(portal.db, { class: trainingClass, account });
      const document = await buildDocument(portal.services, { registration });
      return { token, params: { id: String(registration.id), document: String(document.id) } };
    },
  ],
  [
    groupCalls.submitRoster,
    'registration.enrol',
    async () => {
      const [{ group, token }, { account }] = [await managed(), await someone()];
      await buildMembership(portal.db, { group, account });
      const { code } = await buildClass(portal.db);
      const members = [{ id: account.id, state: true }];
      return { token, body: { code, admins: [], members, had_removed: [] } };
    },
  ],
  [
    paymentCalls.reportPayment,
    'payment.report',
    async () => {
      const [{ account, token }, trainingClass] = [await someone(), await buildClass(portal.db)];
      await buildRegistration(portal.db, { class: trainingClass, account, state: 'unpaid' });
      const body = { paid_time: '2026-11-30', last_five: '00042', paid_money: 1500, paid_name: '王小明' };
      return { token, params: { code: trainingClass.code }, body };
    },
  ],
  [
    certificateCalls.askRenewal,
    'renewal.ask',
    async () => {
      const { account, token } = await someone();
      const { number } = await buildCertificate(portal.db, { account });
      return { token, params: { code: number }, body: {} };
    },
  ],
  [
    certificateCalls.answerInquiry,
    'renewal.answer',
    async () => {
      const { account, token } = await someone();
      const certificate = await buildCertificate(portal.db, { account });
      const request = await buildRenewalRequest(portal.db, { certificate });
      const { id } = await buildInquiry(portal.db, { request });
      const form = await multipart({ fields: { answer: '已寄出正本' }, file: { bytes: PICTURE } });
      return { token, params: { id: String(id) }, ...form };
    },
  ],
];

type Write = (tx: Tx, context: Context<Staff>) => Promise<unknown>;

/** Stores a picture. */
const buildPicture = async () => {
  const key = randomUUID();
  await portal.db.insert(pictures).values({ key, width: 1600, height: 480, createdAt: NOW });
  return key;
};

const renewalRequest = async () => {
  const certificate = await buildCertificate(portal.db, { account: (await someone()).account });
  return buildRenewalRequest(portal.db, { certificate });
};

/** Creates a registration for a class that has begun. */
const registration = async (state: 'pending' | 'confirmed' | 'reported') => {
  const trainingClass = await buildClass(portal.db, { startTime: NOW });
  return buildRegistration(portal.db, { class: trainingClass, account: (await someone()).account, state });
};

/** The operations of staff that no call makes yet. */
const operations: [operation: (...given: never[]) => unknown, Action, Subject, () => Promise<Write>][] = [
  [
    createClass,
    'class.create',
    'class',
    async () => {
      const { organizationId, courseId } = await buildClass(portal.db);
      const input = {
        ...{ code: `NEW-${randomUUID()}`.slice(0, 20), organizationId, courseId, startTime: NOW },
        ...{ limitNumber: 20, place: '教室', contactName: '林承辦', contactPhone: '02-20000001' },
        ...{ personalAllow: true, groupAllow: true, fee: 0 },
      };
      return (tx, by) => createClass(tx, input, by);
    },
  ],
  [
    setClassSessions,
    'class.set_sessions',
    'class',
    async () => {
      const { id: classId } = await buildClass(portal.db);
      const sessions = [{ date: '2026-12-31', fromTime: '09:00', toTime: '18:00' }];
      return (tx, by) => setClassSessions(tx, { classId, sessions }, by);
    },
  ],
  [
    createBankAccount,
    'bank_account.create',
    'bank_account',
    async () => {
      const { organizationId } = await buildClass(portal.db);
      const account = { bank: '範例銀行', holder: '協會', number: randomUUID() };
      return (tx, by) => createBankAccount(tx, { organizationId, ...account }, by);
    },
  ],
  [
    publishClass,
    'class.publish',
    'class',
    async () => {
      const { id } = await buildClass(portal.db, { publishedAt: null });
      return (tx, by) => publishClass(tx, { id }, by);
    },
  ],
  [
    createOrganization,
    'organization.create',
    'organization',
    async () => (tx, by) => createOrganization(tx, { code: 'NEW', name: '新分會' }, by),
  ],
  [
    createCertificateKind,
    'certificate_kind.create',
    'certificate_kind',
    async () => (tx, by) => createCertificateKind(tx, { name: '新證照', type: 'ordinary', years: 3 }, by),
  ],
  [
    createIntroType,
    'intro_type.create',
    'intro_type',
    async () => {
      const pictureKey = await buildPicture();
      const title = randomUUID();
      return (tx, by) => createIntroType(tx, { title, pictureKey }, by);
    },
  ],
  [
    createIntro,
    'intro.create',
    'intro',
    async () => {
      const [type] = await portal.db
        .insert(introTypes)
        .values({ title: randomUUID(), pictureKey: await buildPicture(), position: 1 })
        .returning();
      return (tx, by) =>
        createIntro(tx, { typeId: type?.id ?? 0, title: '甲', html: '<p>一</p>', publishedAt: NOW }, by);
    },
  ],
  [
    createBanner,
    'banner.create',
    'banner',
    async () => {
      const pictureKey = await buildPicture();
      return (tx, by) => createBanner(tx, { ...bannerContent, pictureKey }, by);
    },
  ],
  [
    setFooter,
    'footer.set',
    'footer',
    async () => (tx, by) => setFooter(tx, { name: '協會', address: '', phone: '', fax: '' }, by),
  ],
  [
    setSitePage,
    'page.set',
    'page',
    async () => (tx, by) => setSitePage(tx, { name: 'Help', title: '說明', html: '' }, by),
  ],
  [
    createGroup,
    'group.create',
    'group',
    async () => {
      const { account } = await someone();
      const group = {
        code: `G${account.id}`,
        name: '新團體',
        organizationId: null,
        managerIds: [account.id],
      };
      return (tx, by) => createGroup(tx, group, by);
    },
  ],
  [
    issueCertificate,
    'certificate.issue',
    'certificate',
    async () => {
      const [{ account }, { organizationId, courseId }] = [await someone(), await buildClass(portal.db)];
      const issue = { accountId: account.id, organizationId, courseId, issuedOn: '2026-11-30' };
      return (tx, by) => issueCertificate(tx, issue, by);
    },
  ],
  [
    approveRenewal,
    'renewal.approve',
    'renewal_request',
    async () => {
      const { id: requestId } = await renewalRequest();
      return (tx, by) => approveRenewal(tx, { requestId }, by);
    },
  ],
  [
    rejectRenewal,
    'renewal.reject',
    'renewal_request',
    async () => {
      const { id: requestId } = await renewalRequest();
      return (tx, by) => rejectRenewal(tx, { requestId, backendNote: '資料不符' }, by);
    },
  ],
  [
    approveInClass,
    'registration.approve',
    'registration',
    async () => {
      const { id, classId } = await registration('pending');
      return (tx, by) => approveInClass(tx, { classId, registrationIds: [id] }, by);
    },
  ],
  [
    recordResult,
    'training.result',
    'registration',
    async () => {
      const { id: registrationId } = await registration('confirmed');
      return (tx, by) => recordResult(tx, { registrationId, result: 1, scores: [] }, by);
    },
  ],
  [
    rejectPayment,
    'payment.reject',
    'registration',
    async () => {
      const { id: registrationId } = await registration('reported');
      return (tx, by) => rejectPayment(tx, { registrationId, reason: '查無款項' }, by);
    },
  ],
  // Both store files first and open their own transaction.
  [
    addAttachment,
    'attachment.add',
    'class',
    async () => {
      const { id: classId } = await buildClass(portal.db);
      const file = { classId, name: '簡章', extension: 'pdf', bytes: Buffer.from('%PDF-1.7') };
      return (_tx, by) => addAttachment(portal.services, file, by);
    },
  ],
  [
    savePicture,
    'picture.save',
    'picture',
    async () => {
      const size = { width: 40, height: 40 };
      const bytes = await sharp({ create: { ...size, channels: 3, background: 'red' } })
        .png()
        .toBuffer();
      return (_tx, by) => savePicture(portal.services, { bytes, ...size }, by);
    },
  ],
];

const READS = 'It only reads.';
const SESSION = 'It starts or ends a session, which the security log tells.';
const OWN_ROW = 'Its row says who asked for what and when, and is kept.';
/** Calls that are no GET and leave no event, with the reason. */
const exceptions: [endpoint: Endpoint, reason: string][] = [
  [accountCalls.login, SESSION],
  [accountCalls.logout, SESSION],
  [accountCalls.renewSession, SESSION],
  [sessionCalls.endOwnSession, SESSION],
  [sessionCalls.endOtherSessions, SESSION],
  [passwordCalls.forget, 'It makes a link that changes nothing yet; the security log tells of it.'],
  [mailboxCalls.resendConfirmation, 'It sends a mail and changes nothing.'],
  [passwordCalls.sendPasswordCode, 'It sends a code and changes nothing.'],
  [privacyCalls.exportOwnData, OWN_ROW],
  [privacyCalls.requestErasure, OWN_ROW],
  [privacyCalls.withdrawErasure, OWN_ROW],
  [passwordCalls.checkResetLink, READS],
  [undoCalls.previewUndo, READS],
  [enrolmentCalls.precheck, READS],
  [enrolmentCalls.registrationInfo, READS],
  [enrolmentCalls.records, READS],
  [certificateCalls.certificates, READS],
  [certificateCalls.oldCertificates, READS],
  [certificateCalls.renewalPage, READS],
  [groupCalls.groups, READS],
  [groupCalls.groupDetail, READS],
  [trainingCalls.groupClassRoster, READS],
  [groupCalls.groupMember, READS],
  [paymentCalls.paymentCheck, READS],
  [trainingCalls.trainingRecords, READS],
  [trainingCalls.scores, READS],
  [trainingCalls.checkInCode, READS],
];

const eventsOf = async (action: Action) => {
  const { rows } = await portal.db.execute<{ actor: string; subject: string }>(sql`
    select actor, subject from audit_events where action = ${action}
    union all select actor, 'registration' from registration_events where action = ${action}`);
  return rows;
};

const countEvents = async (action: string) => {
  const { rows } = await portal.db.execute<{ count: string }>(sql`
    select count(*) from (select action from audit_events union all select action from registration_events) as e
    where action = ${action}`);
  return Number(rows[0]?.count);
};

const TABLES = [
  ...[
    'accounts',
    'memberships',
    'registrations',
    'classes',
    'payment_reports',
    'renewal_requests',
    'renewal_inquiries',
    'bank_accounts',
    'course_documents',
    'registration_documents',
    'certificates',
    'certificate_needs',
    'groups',
    'results',
  ],
  ...[
    'organizations',
    'certificate_kinds',
    'courses',
    'attachments',
    'pictures',
    'intro_types',
    'intros',
    'banners',
    'site_settings',
  ],
];
const EVENTS = ['audit_events', 'registration_events'];

/** Returns the fingerprints of all tables that the calls of trainees change. */
const contents = async () => {
  const all = await fingerprints(portal);
  expect(Object.keys(all)).toEqual(expect.arrayContaining(TABLES));
  return TABLES.map((table) => [table, all[table]]);
};

const eachEventTable = async (statement: (table: string) => string) => {
  for (const table of EVENTS) await portal.db.execute(sql.raw(statement(table)));
};

/** While `work` runs, any transaction that writes an event fails when it commits. */
const withFailingCommits = async (work: () => Promise<void>) => {
  await eachEventTable(
    (table) => `create constraint trigger fails after insert on ${table} deferrable initially deferred
      for each row execute function fail_at_commit()`,
  );
  await work().finally(() => eachEventTable((table) => `drop trigger fails on ${table}`));
};

/* office-events.test.ts checks the calls of staff. */
test('every writing call of trainees is in one of the tables', async () => {
  const { paths } = (await app.inject('/api/docs/openapi.json')).json<{
    paths: Record<string, Record<string, unknown>>;
  }>();
  const served = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => method !== 'get' && !path.startsWith('/api/office/'))
      .map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  const known = [...writes, ...exceptions].map(([endpoint]) => nameOf(endpoint));
  expect(served.toSorted()).toEqual(known.toSorted());
});

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

/** Every operation of staff that nothing in the server uses. */
const unusedOperations = async (): Promise<string[]> => {
  const folder = new URL('../src/', import.meta.url);
  const files = (await readdir(folder, { recursive: true })).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const sources = await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')));
  const text = sources.join('\n');
  const operation = /^export const (\w+) = (?:async )?\(([\s\S]*?)\)(?:: [^=]+)? =>/gm;
  return [...text.matchAll(operation)]
    .filter(([, , parameters]) => parameters?.includes('Context<'))
    .map(([, name = '']) => name)
    .filter((name) => text.split(new RegExp(`\\b${name}\\b`)).length === 2);
};

test('every operation of staff that no call makes yet is in the table', async () => {
  const unused = await unusedOperations();
  expect(unused).toContain('recordResult');
  const known = operations.map(([operation]) => operation.name);
  expect(unused.filter((name) => !known.includes(name))).toEqual([]);
});

describe.each(operations.map(([{ name }, ...row]) => [name, ...row] as const))(
  '%s',
  (_, action, subject, prepare) => {
    const everyRole = asStaff(
      { id: 1, name: '王承辦' },
      roles.map((role) => grant(role)),
    );
    const context = { actor: everyRole, now: NOW };

    test('changes nothing if its event cannot be stored', async () => {
      const write = await prepare();
      const before = await contents();
      await withFailingCommits(async () => {
        await expect(inTransaction(portal.db, (tx) => write(tx, context))).rejects.toThrow();
      });
      expect(await contents()).toEqual(before);
      expect(await countEvents(action)).toBe(0);
    });

    test('leaves its event', async () => {
      const write = await prepare();
      const before = await contents();
      await inTransaction(portal.db, (tx) => write(tx, context));
      expect(await contents()).not.toEqual(before);
      expect(await eventsOf(action)).toEqual([{ actor: 'staff:1', subject }]);
    });
  },
);

test('has a sentence for every action that was recorded', async () => {
  const { rows } = await portal.db.execute<{ action: string }>(
    sql`select action from audit_events union select action from registration_events`,
  );
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter(({ action }) => !Object.hasOwn(actions, action))).toEqual([]);
});

test('events name no identity number, address, mailbox or phone', async () => {
  const {
    rows: [row],
  } = await portal.db.execute<{ text: string }>(
    sql`select string_agg(e::text, ' ') as text from audit_events e`,
  );
  expect(row?.text).toContain('account.update');
  const { rows: people } = await portal.db.execute<Record<string, string | null>>(
    sql`select id_number, passport_no, email, address, cell_phone, chinese_name from accounts`,
  );
  for (const said of people.flatMap(Object.values)) if (said) expect(row?.text).not.toContain(said);
});

describe('the security log', () => {
  const lastLine = async () => {
    await expect.poll(() => lines).not.toEqual([]);
    return lines.pop();
  };
  const logged = async (endpoint: Endpoint, sent: Sent) => {
    await sleep(20);
    lines.length = 0;
    await send(endpoint, sent);
    return lastLine();
  };
  const credentials = ({ account, country }: Account, password = PASSWORD) => ({
    body: { account, country, password },
  });

  test('logs a login with account and network only', async () => {
    const { account } = await someone();
    const { time, level, msg, ...line } = (await logged(accountCalls.login, credentials(account))) ?? {};
    expect(line).toEqual({ security: 'login', outcome: 'ok', accountId: account.id, network: '203.0.113.7' });
    expect([level, msg]).toEqual([30, 'security']);
  });

  test('logs a refused login with its reason, and the account if it exists', async () => {
    const { account } = await someone();
    expect(await logged(accountCalls.login, credentials(account, 'wrong'))).toMatchObject({
      ...{ security: 'login', outcome: 'refused', code: 'wrong_credentials', accountId: account.id },
      level: 40,
    });
    const nobody = { account: 'Z299999999', country: 'local', password: PASSWORD };
    expect(await logged(accountCalls.login, { body: nobody })).toMatchObject({
      ...{ security: 'login', outcome: 'refused', accountId: null },
    });
  });

  test('logs an exhausted budget', async () => {
    const { account } = await someone();
    lines.length = 0;
    for (let attempt = 0; attempt < 5; attempt++)
      await send(accountCalls.login, credentials(account, 'wrong'));
    await expect.poll(() => lines).toHaveLength(5);
    expect(await logged(accountCalls.login, credentials(account))).toMatchObject({
      ...{ security: 'login', outcome: 'over_budget', code: 'too_many_attempts', accountId: account.id },
    });
  });

  const endings: [endpoint: Endpoint, paramsOf: (token: string) => Promise<Record<string, string>>][] = [
    [accountCalls.logout, async () => ({})],
    [
      sessionCalls.endOwnSession,
      async (token) => {
        const { answer } = await portal.call(sessionCalls.ownSessions, { token });
        return { id: answer.find(({ current }) => !current)?.id ?? '' };
      },
    ],
    [sessionCalls.endOtherSessions, async () => ({})],
  ];
  test.each(endings)('logs %o as session.end', async (endpoint, paramsOf) => {
    const { account, token } = await someone();
    await logIn(portal.db, account);
    expect(await logged(endpoint, { token, params: await paramsOf(token) })).toMatchObject({
      ...{ security: 'session.end', outcome: 'ok', accountId: account.id, network: '203.0.113.7' },
    });
  });

  test('logs a change of the profile that leaves mailbox and number as they are', async () => {
    const { account, token } = await someone();
    const form = await multipart({ fields: { ...profileOf(account), email: account.email ?? undefined } });
    expect(await logged(formCalls.updateProfile, { ...form, token })).toMatchObject({
      ...{ security: 'profile.change', outcome: 'ok', accountId: account.id, network: '203.0.113.7' },
    });
  });

  test('logs a request for a reset', async () => {
    const { account } = await someone();
    expect(
      await logged(passwordCalls.forget, { body: { account: account.account, date: account.birthday } }),
    ).toMatchObject({ security: 'password.ask_reset', outcome: 'ok' });
  });

  const told: [endpoint: Endpoint, event: string][] = [
    [formCalls.register, 'account.register'],
    [formCalls.updateProfile, 'contact.change'],
    [passwordCalls.updatePassword, 'password.change'],
    [undoCalls.undoContactChange, 'contact.undo'],
    [passwordCalls.resetPassword, 'password.reset'],
    [mailboxCalls.confirmMailbox, 'mailbox.confirm'],
    [groupCalls.admitMember, 'group.add_member'],
    [groupCalls.dismissMember, 'group.remove_member'],
  ];
  test.each(told)('logs %o as %s', async (endpoint, event) => {
    const prepare = writes.find(([each]) => each === endpoint)?.[2];
    const sent = (await prepare?.()) ?? {};
    expect(await logged(endpoint, sent)).toMatchObject({
      ...{ security: event, outcome: 'ok', accountId: expect.any(Number), network: '203.0.113.7' },
    });
  });

  test.each([
    [privacyCalls.exportOwnData, 'data.export'],
    [privacyCalls.requestErasure, 'erasure.request'],
    [privacyCalls.withdrawErasure, 'erasure.withdraw'],
  ])('logs %o as %s', async (endpoint, event) => {
    const { account, token } = await someone();
    expect(await logged(endpoint, { token })).toMatchObject({
      ...{ security: event, outcome: 'ok', accountId: account.id },
    });
  });

  test('logs a link to a former mailbox', async () => {
    const body = { token: '00000000-0000-4000-8000-000000000000' };
    expect(await logged(mailboxCalls.confirmMailbox, { body })).toMatchObject({
      ...{ security: 'mailbox.confirm', outcome: 'refused', code: 'mail_link_ended', accountId: null },
    });
  });

  describe('for staff', () => {
    const own = { 'sec-fetch-site': 'same-origin' };
    const signIn = (email: string, password = PASSWORD) =>
      logged(officeCalls.signIn, { body: { email, password }, headers: own });

    test('logs a sign-in, a wrong password and an exhausted budget', async () => {
      const { id: staffId, email } = await buildStaff(portal.db);
      const line = { security: 'staff.sign_in', accountId: null, staffId };
      expect(await signIn(email)).toMatchObject({ ...line, outcome: 'ok' });
      const wrong = { ...line, outcome: 'refused', code: 'staff_credentials_wrong' };
      for (let n = 0; n < 5; n++) expect(await signIn(email, 'wrong')).toMatchObject(wrong);
      expect(await signIn(email)).toMatchObject({ ...line, outcome: 'over_budget' });
      expect(await signIn('nobody@example.com')).toMatchObject({ ...wrong, staffId: null });
    });

    test('logs a second factor', async () => {
      const staff = await buildStaff(portal.db);
      const secret = await buildTotp(portal.db, staff);
      const cookie = await enterOffice(portal.db, staff, { confirmedAt: null });
      const prove = (code: string) =>
        logged(officeCalls.proveCode, { body: { code }, headers: { ...own, cookie } });
      const line = { security: 'staff.second_factor', accountId: null, staffId: staff.id };
      expect(await prove('wrong')).toMatchObject({
        ...{ ...line, outcome: 'refused', code: 'second_factor_wrong' },
      });
      expect(await prove(codeAt(secret, stepOf(NOW)))).toMatchObject({ ...line, outcome: 'ok' });
    });
  });

  test('contains no identity number, name, mailbox, address, phone or token', async () => {
    const { rows } = await portal.db.execute<Record<string, string | null>>(sql`
      select id_number, passport_no, email, address, cell_phone, chinese_name from accounts
      union all select email, name, null, null, null, null from staff_accounts`);
    const { rows: hashes } = await portal.db.execute<Record<string, string>>(
      sql`select token_hash::text from sessions`,
    );
    const text = everyLine.join('');
    expect(everyLine.length).toBeGreaterThan(40);
    for (const said of [...rows, ...hashes].flatMap(Object.values))
      if (said) expect(text).not.toContain(said);
  });

  test('has only names that the manual of operators lists', async () => {
    const manual = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8');
    for (const name of SECURITY_EVENTS) expect(manual).toContain(`\`${name}\``);
  });
});

test('every field of these events has a name', async () => {
  expect(await unnamedEventFields(portal.db)).toEqual([]);
  expect(await unnamedEventValues(portal.db)).toEqual([]);
});
