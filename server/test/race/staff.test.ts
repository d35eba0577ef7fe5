import type { RefusalCode } from '@portal/contract/errors';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, inTransaction } from '../../src/platform/database/database.ts';
import { identifyStaff } from '../../src/staff/actors.ts';
import { askForNewPasskey, askForPasskey, askForSignIn } from '../../src/staff/factors/passkeys.ts';
import { createRecoveryCodes } from '../../src/staff/factors/recovery-codes.ts';
import { codeAt, stepOf } from '../../src/staff/factors/totp.ts';
import { makeResetLink } from '../../src/staff/forgotten/reset-links.ts';
import { resetStaffPassword } from '../../src/staff/forgotten/reset-staff-password.ts';
import { acceptInvitation } from '../../src/staff/members/accept-invitation.ts';
import { inviteStaff } from '../../src/staff/members/invite-staff.ts';
import { proveCode } from '../../src/staff/sign-in/prove-code.ts';
import { addPasskey, provePasskey, signInByPasskey } from '../../src/staff/sign-in/prove-passkey.ts';
import { startSession } from '../../src/staff/sign-in/sessions.ts';
import { staffSessions } from '../../src/staff/tables.ts';
import { NOW } from '../app.ts';
import { makeAuthenticator } from '../authenticator.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { buildStaff, buildTotp, grant } from '../factories/staff.ts';
import { connectForRaces, resultOf } from './concurrently.ts';
import { deadlocksIn } from './deadlocks.ts';
import {
  connectWithoutGuards,
  lookingBeforeWriting,
  type RemoveGuard,
  withoutRowLocks,
} from './without-guards.ts';

/* A proof that works once is sent twice at the same moment. */

/** How often each race is repeated. */
const ROUNDS = 6;
/** The most rounds until one shows what happens without the guards. Mostly it is the first. */
const CONTROL_ROUNDS = 60;

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connectForRaces(database.url);
});
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

/** Uses the proof for the first or the second time, on that database. */
type Use = (on: Database, time: 0 | 1) => Promise<unknown>;

let network = 0;
/** Failures are counted by address. */
const newAddress = () => {
  network += 1;
  return `198.51.100.${network}`;
};

const newDevice = () => ({ address: newAddress(), userAgent: null });

/** A session that lacks the second factor. */
const buildSession = async (staffId: number) => {
  await startSession(db, { staffId, confirmedAt: null, device: newDevice() }, NOW);
  const [found] = await db
    .select({ sessionId: staffSessions.id })
    .from(staffSessions)
    .where(eq(staffSessions.staffId, staffId))
    .orderBy(desc(staffSessions.id));
  return identifyStaff({ staffId, sessionId: found?.sessionId ?? 0, confirmedAt: null });
};

const buildSessions = async (staffId: number) =>
  [await buildSession(staffId), await buildSession(staffId)] as const;

const proveBy = async (staffId: number, code: string): Promise<Use> => {
  const [actors, address] = [await buildSessions(staffId), newAddress()];
  return (on, time) => proveCode(on, { code }, { actor: actors[time], address, now: NOW });
};

const authenticatorCode = async (): Promise<Use> => {
  const staff = await buildStaff(db);
  return proveBy(staff.id, codeAt(await buildTotp(db, staff), stepOf(NOW)));
};

const recoveryCode = async (): Promise<Use> => {
  const { id } = await buildStaff(db);
  const [code = ''] = await inTransaction(db, (tx) => createRecoveryCodes(tx, id));
  return proveBy(id, code.replaceAll('-', ''));
};

const invitation = async (): Promise<Use> => {
  const form = { email: `${newAddress()}@example.com`, name: '王小明', roles: [grant('admin')] };
  const invited = await inTransaction(db, (tx) => inviteStaff(tx, form, { actor: 'system', now: NOW }));
  const { token } = invited.invitation;
  return (on, time) =>
    acceptInvitation(on, { token, newPassword: `a long enough one ${time}` }, { now: NOW });
};

const resetLink = async (): Promise<Use> => {
  const { id } = await buildStaff(db);
  const token = await inTransaction(db, (tx) => makeResetLink(tx, id, NOW));
  return (on, time) =>
    resetStaffPassword(
      on,
      { token, newPassword: `a long enough one ${time}` },
      { address: '192.0.2.7', now: NOW },
    );
};

const site = { origin: 'https://portal.example.org.tw', rpId: 'portal.example.org.tw' };
const context = { site, now: NOW };

const askForRegistration = async () => {
  const staff = await buildStaff(db);
  const { challenge } = await askForNewPasskey(db, { ...staff, staffId: staff.id }, context);
  return { staffId: staff.id, challenge };
};

const registration = async (): Promise<Use> => {
  const { staffId, challenge } = await askForRegistration();
  const actors = await buildSessions(staffId);
  return (on, time) => {
    const credential = makeAuthenticator(site).register(challenge);
    return addPasskey(on, { name: '我的手機', credential }, { actor: actors[time], ...context });
  };
};

const buildPasskey = async () => {
  const { staffId, challenge } = await askForRegistration();
  const authenticator = makeAuthenticator(site);
  const input = { name: '我的手機', credential: authenticator.register(challenge) };
  await addPasskey(db, input, { actor: await buildSession(staffId), ...context });
  /** Passkeys that several devices share do not count: their counter stays at zero. */
  const sign = (asked: string, counter = 0) => {
    authenticator.counter = counter - 1;
    return authenticator.sign(asked);
  };
  return { staffId, sign };
};

const signInAnswer = async (): Promise<Use> => {
  const { sign } = await buildPasskey();
  const { challenge } = await askForSignIn(db, { ...context, address: newAddress() });
  const credential = sign(challenge);
  return (on) => signInByPasskey(on, { credential }, { device: newDevice(), ...context });
};

const confirmation = async (counters: readonly [number, number], questions: 1 | 2): Promise<Use> => {
  const { staffId, sign } = await buildPasskey();
  const ask = async () => (await askForPasskey(db, staffId, context)).challenge;
  const first = await ask();
  const asked = [first, questions === 1 ? first : await ask()] as const;
  const actors = await buildSessions(staffId);
  return (on, time) => {
    const credential = sign(asked[time], counters[time]);
    return provePasskey(on, { credential }, { actor: actors[time], ...context });
  };
};

const look = lookingBeforeWriting;

const races: [what: string, prepare: () => Promise<Use>, refusal: RefusalCode, guards: RemoveGuard[]][] = [
  [
    'a code of the authenticator app',
    authenticatorCode,
    'second_factor_wrong',
    [look('staff_totp'), withoutRowLocks],
  ],
  ['a recovery code', recoveryCode, 'second_factor_wrong', [look('staff_recovery_codes'), withoutRowLocks]],
  ['an invitation', invitation, 'invitation_ended', [look('staff_invitations'), withoutRowLocks]],
  [
    'a link of somebody who forgot the password',
    resetLink,
    'staff_reset_ended',
    [look('staff_password_resets'), withoutRowLocks],
  ],
  [
    'a question to a new passkey',
    registration,
    'passkey_refused',
    [look('staff_challenges'), withoutRowLocks],
  ],
  ['a question for signing in', signInAnswer, 'passkey_refused', [look('staff_challenges')]],
  ['a question for confirming', () => confirmation([0, 0], 1), 'passkey_refused', [look('staff_challenges')]],
  [
    'a number of a passkey',
    () => confirmation([7, 7], 2),
    'passkey_refused',
    [look('staff_passkeys'), withoutRowLocks],
  ],
];

/** The sorted outcomes of one round. */
const race = async (on: Database, prepare: () => Promise<Use>): Promise<string> => {
  const use = await prepare();
  return (await Promise.all([resultOf(use(on, 0)), resultOf(use(on, 1))])).toSorted().join();
};

describe.each(races)('%s, used twice at once,', (_, prepare, refusal, guards) => {
  test('is accepted once', async () => {
    const once = ['done', refusal].toSorted().join();
    for (let round = 0; round < ROUNDS; round++) expect(await race(db, prepare)).toBe(once);
  });

  test('control: is accepted twice without its guards', async () => {
    const careless = connectWithoutGuards(database.url, (text) =>
      guards.reduce((left, removeGuard) => removeGuard(left), text),
    );
    try {
      let outcomes = '';
      for (let round = 0; round < CONTROL_ROUNDS && outcomes !== 'done,done'; round++)
        outcomes = await race(careless, prepare);
      expect(outcomes).toBe('done,done');
    } finally {
      await careless.$client.end();
    }
  });
});

test('no deadlock occurred', async () => {
  expect(await deadlocksIn(database.url)).toBe(0);
});
