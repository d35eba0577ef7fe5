import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@portal/contract/endpoint';
import { previewLayout } from '@portal/contract/office/certificate-layouts';
import * as correspondenceCalls from '@portal/contract/office/correspondence';
import * as enrolmentCalls from '@portal/contract/office/enrolment';
import * as importCalls from '@portal/contract/office/imports';
import { incidentSources } from '@portal/contract/office/incidents';
import * as jobCalls from '@portal/contract/office/jobs';
import * as paymentCalls from '@portal/contract/office/payment';
import { findPeople, namePurpose, openPeople } from '@portal/contract/office/people';
import * as reportCalls from '@portal/contract/office/reports';
import * as staffCalls from '@portal/contract/office/staff';
import * as statementCalls from '@portal/contract/office/statements';
import * as trainingCalls from '@portal/contract/office/training';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jobs } from '../src/jobs/tables.ts';
import { inTransaction } from '../src/platform/database/database.ts';
import { codeAt, stepOf } from '../src/staff/factors/totp.ts';
import { makeResetLink } from '../src/staff/forgotten/reset-links.ts';
import { inviteStaff } from '../src/staff/members/invite-staff.ts';
import { staffPasskeys, staffSessions } from '../src/staff/tables.ts';
import { NOW, openTestPortal, type TestPortal } from './app.ts';
import { makeAuthenticator } from './authenticator.ts';
import { describedCalls, nameOf } from './described-calls.ts';
import { buildAccount, PASSWORD } from './factories/account.ts';
import { buildClass, buildOrganization } from './factories/catalogue.ts';
import { buildJob } from './factories/job.ts';
import { buildRegistration } from './factories/registration.ts';
import { asStaff, buildStaff, buildTotp, enterAs, enterOffice, grant } from './factories/staff.ts';
import { fingerprints } from './fingerprints.ts';
import { type Place, type Sent, send, writes } from './office-requests.ts';
import { unnamedEventFields, unnamedEventValues } from './unnamed-event-fields.ts';

/* Every call of the office that changes something leaves its event, in the transaction of the change. */

let portal: TestPortal;
let headers: Record<string, string>;
let place: Place;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  place = { portal, organizationId: (await buildOrganization(portal.db)).id };
  const grants = [grant('admin'), grant('officer'), grant('cashier'), grant('editor')];
  const staff = await buildStaff(portal.db, { grants });
  headers = { 'sec-fetch-site': 'same-origin', cookie: await enterOffice(portal.db, staff) };
  await portal.db.execute(sql`
    create function fail_at_commit() returns trigger language plpgsql as $$ begin raise exception 'no commit'; end $$`);
});
afterAll(() => portal.close());

const SITE = { origin: 'http://localhost', rpId: 'localhost' };

/** Somebody with an authenticator app and a passkey, who is signed in. */
const entered = async () => {
  const staff = await buildStaff(portal.db, { grants: [grant('auditor')] });
  const secret = await buildTotp(portal.db, staff);
  const key = { credentialId: `credential-${staff.id}`, publicKey: '', counter: 0, transports: [] };
  const [passkey] = await portal.db
    .insert(staffPasskeys)
    .values({ ...key, staffId: staff.id, name: '我的手機', createdAt: NOW })
    .returning({ id: staffPasskeys.id });
  const caller = { 'sec-fetch-site': 'same-origin', cookie: await enterOffice(portal.db, staff) };
  return { staff, headers: caller, secret, params: { id: String(passkey?.id) } };
};

/** Somebody with another session. */
const enteredTwice = async () => {
  const { staff, headers: caller } = await entered();
  await enterOffice(portal.db, staff);
  const { answer } = await portal.call(staffCalls.ownSessions, { headers: caller });
  return { headers: caller, params: { id: String(answer.find(({ current }) => !current)?.id) } };
};

/** An officer with a job in this state. */
const jobOf = async (state: 'queued' | 'stopped') => {
  const { staff, headers: caller } = await enterAs(portal.db, grant('officer'));
  const id = await buildJob(portal.db, asStaff(staff, [grant('officer')]));
  if (state === 'stopped') await portal.db.update(jobs).set({ state, endedAt: NOW }).where(eq(jobs.id, id));
  return { headers: caller, params: { id: String(id) } };
};

/** An officer of a branch who found somebody of another one. */
const foundStranger = async () => {
  const { headers: caller } = await enterAs(portal.db, grant('officer', place.organizationId));
  const { id: organizationId } = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
  const { id, account: q } = await buildAccount(portal.db, { organizationId });
  await portal.call(findPeople, { body: { q, elsewhere: true }, headers: caller });
  return { headers: caller, params: { id: String(id) }, body: { purpose: '來電查詢證照' } };
};

/** The calls by which staff change their own way to sign in, or their own work; and those of a branch alone. */
const ownWrites: typeof writes = [
  [
    staffCalls.acceptInvitation,
    'staff.accept_invitation',
    async () => {
      const form = { email: `${randomUUID()}@example.com`, name: '王小明', roles: [grant('admin')] };
      const { invitation } = await inTransaction(portal.db, (tx) =>
        inviteStaff(tx, form, { actor: 'system', now: NOW }),
      );
      const fresh = 'a long enough one 77';
      return { body: { token: invitation.token, newPassword: fresh, newPasswordConfirmation: fresh } };
    },
  ],
  [
    staffCalls.resetStaffPassword,
    'staff.reset_password',
    async () => {
      const { id } = await buildStaff(portal.db);
      const token = await inTransaction(portal.db, (tx) => makeResetLink(tx, id, NOW));
      const fresh = 'a long enough one 78';
      return { body: { token, newPassword: fresh, newPasswordConfirmation: fresh } };
    },
  ],
  [
    staffCalls.confirmTotp,
    'staff.add_totp',
    async () => {
      const { headers: caller } = await entered();
      const { answer } = await portal.call(staffCalls.beginTotp, { headers: caller });
      return { headers: caller, body: { code: codeAt(answer.secret, stepOf(NOW)) } };
    },
  ],
  [staffCalls.removeTotp, 'staff.remove_totp', entered],
  [
    staffCalls.addPasskey,
    'staff.add_passkey',
    async () => {
      const { headers: caller } = await entered();
      const { answer } = await portal.call(staffCalls.beginPasskey, { headers: caller });
      const credential = makeAuthenticator(SITE).register(answer.challenge);
      return { headers: caller, body: { name: '另一支手機', credential } };
    },
  ],
  [staffCalls.removePasskey, 'staff.remove_passkey', entered],
  [
    staffCalls.renamePasskey,
    'staff.rename_passkey',
    async () => ({ ...(await entered()), body: { name: '櫃台電腦' } }),
  ],
  [staffCalls.renewRecoveryCodes, 'staff.renew_recovery_codes', entered],
  [
    staffCalls.changeStaffPassword,
    'staff.change_password',
    async () => {
      const fresh = 'a long enough one 77';
      const body = { password: PASSWORD, newPassword: fresh, newPasswordConfirmation: fresh };
      return { ...(await entered()), body };
    },
  ],
  [staffCalls.endOwnSession, 'staff.end_session', enteredTwice],
  [staffCalls.endOwnSessions, 'staff.end_sessions', enteredTwice],
  [staffCalls.signOut, 'staff.sign_out', entered],
  [namePurpose, 'person.name_purpose', foundStranger],
  [jobCalls.stopJob, 'job.stop', () => jobOf('queued')],
  [jobCalls.continueJob, 'job.continue', () => jobOf('stopped')],
  [
    staffCalls.passwordProof,
    'staff.sign_in',
    async () => {
      const cookie = await enterOffice(portal.db, await buildStaff(portal.db));
      return { headers: { 'sec-fetch-site': 'same-origin', cookie }, body: { password: PASSWORD } };
    },
  ],
];

const READS = 'It only reads.';
const SESSION = 'It starts, continues or ends a session.';
const PREFERENCE = 'It keeps how somebody likes to see a list.';
const BEGINS = 'It begins what the next call keeps.';
/** Calls that are no GET and have no row above, with the reason. */
const exceptions: [endpoint: Endpoint, reason: string][] = [
  [enrolmentCalls.findApplicants, READS],
  [findPeople, READS],
  [openPeople, READS],
  [reportCalls.search, READS],
  [trainingCalls.previewScores, READS],
  [statementCalls.previewStatement, READS],
  [importCalls.previewImport, READS],
  [importCalls.importTemplate, READS],
  [correspondenceCalls.previewMessage, READS],
  [paymentCalls.findPayables, READS],
  [previewLayout, READS],
  [staffCalls.chooseColumns, PREFERENCE],
  [staffCalls.keepViews, PREFERENCE],
  [staffCalls.checkInvitation, READS],
  [staffCalls.checkStaffReset, READS],
  [staffCalls.askStaffReset, SESSION],
  [incidentSources, READS],
  [staffCalls.signIn, SESSION],
  [staffCalls.proveCode, SESSION],
  [staffCalls.askPasskeySignIn, SESSION],
  [staffCalls.passkeySignIn, SESSION],
  [staffCalls.askPasskeyProof, SESSION],
  [staffCalls.passkeyProof, SESSION],
  [staffCalls.beginTotp, BEGINS],
  [staffCalls.beginPasskey, BEGINS],
];

test('every writing call of the office is in one of the tables', async () => {
  const described = (await describedCalls('office')).filter(({ method }) => method !== 'GET').map(nameOf);
  const known = [...writes, ...ownWrites, ...exceptions].map(([endpoint]) => nameOf(endpoint));
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

/** Returns the fingerprints of all tables, but of staff sessions only their number: any call writes their last use. */
const contents = async () => ({
  ...(await fingerprints(portal, ['staff_sessions'])),
  sessions: await portal.db.$count(staffSessions),
});

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

const sendIn = async (endpoint: Endpoint, sent: Sent) =>
  (await send(portal, endpoint, sent, sent.headers ?? headers)).statusCode;

describe.each([...writes, ...ownWrites].map((write) => [nameOf(write[0]), ...write] as const))(
  '%s',
  (_, endpoint, action, prepare) => {
    test(`leaves ${action}`, async () => {
      const sent = await prepare(place);
      const [before, events] = [await contents(), await countEvents(action)];
      expect(await sendIn(endpoint, sent)).toBe(endpoint.answerStatus ?? 200);
      expect(await countEvents(action)).toBe(events + 1);
      expect(await contents()).not.toEqual(before);
    });

    test('changes nothing if its event cannot be stored', async () => {
      const sent = await prepare(place);
      const [before, events] = [await contents(), await countEvents(action)];
      await withFailingCommits(async () => {
        expect(await sendIn(endpoint, sent)).toBeGreaterThanOrEqual(500);
      });
      expect(await contents()).toEqual(before);
      expect(await countEvents(action)).toBe(events);
    });
  },
);

test('looking at a photo leaves an event', async () => {
  const key = 'photos/looked-at';
  await portal.services.files.put(key, Buffer.from('photo'));
  const account = await buildAccount(portal.db, { photoKey: key });
  const { id } = await buildRegistration(portal.db, { class: await buildClass(portal.db), account });
  const before = await countEvents('person.show_photo');
  expect(await sendIn(enrolmentCalls.registrationPhoto, { params: { id: String(id) } })).toBe(200);
  expect(await countEvents('person.show_photo')).toBe(before + 1);
});

test('every field of these events has a name', async () => {
  expect(await unnamedEventFields(portal.db)).toEqual([]);
  expect(await unnamedEventValues(portal.db)).toEqual([]);
});
