import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { PASSWORD } from '../../../test/factories/account.ts';
import { buildEquippedStaff, type EquippedStaff, SITE } from '../../../test/factories/equipped-staff.ts';
import { grant } from '../../../test/factories/staff.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import { chooseColumns } from '../choose-columns.ts';
import { askForPasskey } from '../factors/passkeys.ts';
import { removePasskey, removeTotp } from '../factors/remove-factor.ts';
import { renamePasskey } from '../factors/rename-passkey.ts';
import { renewRecoveryCodes } from '../factors/renew-recovery-codes.ts';
import { resetSecondFactor } from '../factors/reset-second-factor.ts';
import { confirmTotp } from '../factors/set-up-totp.ts';
import { codeAt, stepOf } from '../factors/totp.ts';
import { changeStaffPassword } from '../sign-in/change-staff-password.ts';
import { endOwnSession, endOwnSessions } from '../sign-in/end-own-session.ts';
import { proveCode } from '../sign-in/prove-code.ts';
import { provePasskey } from '../sign-in/prove-passkey.ts';
import { findSession } from '../sign-in/sessions.ts';
import { signOut } from '../sign-in/sign-out.ts';
import * as tables from '../tables.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { changeRoles } from './change-roles.ts';
import { inviteAgain } from './invite-staff.ts';
import { resumeStaff, suspendStaff } from './suspend-staff.ts';

/* Each act of one person, with another one beside whose rows must stay as they are. */

let portal: TestPortal;
let db: Database;
beforeAll(async () => {
  portal = await openTestPortal();
  db = portal.db;
});
afterAll(() => portal.close());

const { staffAccounts, ...belongings } = tables;

const rowsOf = async (staffId: number) => {
  const account = await db.select().from(staffAccounts).where(eq(staffAccounts.id, staffId));
  const rest = Object.values(belongings).map((table) =>
    db.select().from(table).where(eq(table.staffId, staffId)),
  );
  return [account, ...(await Promise.all(rest))] as const;
};

const address = '127.0.0.1';
const newPassword = 'a long enough one 77';
const later = new Date(NOW.getTime() + 90_000);
const by = ({ actor }: EquippedStaff) => ({ actor, address, now: later });
const own = ({ actor }: EquippedStaff) => ({ staffId: actor.staffId });
const code = (secret: string) => ({ code: codeAt(secret, stepOf(later)) });
const within = (work: (tx: Tx) => Promise<unknown>) => inTransaction(db, work);

const useWithPasskey = async (me: EquippedStaff) => {
  const { challenge } = await askForPasskey(db, me.actor.staffId, { site: SITE, now: NOW });
  const credential = me.authenticator.sign(challenge);
  return provePasskey(db, { credential }, { ...by(me), site: SITE });
};

test.each<[string, (me: EquippedStaff) => Promise<unknown>]>([
  ['uses the session', ({ token }) => findSession(db, token, later)],
  ['signs out', (me) => within((tx) => signOut(tx, me, by(me)))],
  ['ends a session', (me) => within((tx) => endOwnSession(tx, { id: me.actor.sessionId }, by(me)))],
  ['ends all sessions', (me) => within((tx) => endOwnSessions(tx, by(me)))],
  [
    'accepts the invitation',
    ({ invitation }) => acceptInvitation(db, { ...invitation, newPassword }, { now: NOW }),
  ],
  [
    'changes the password',
    (me) =>
      changeStaffPassword(
        db,
        { password: PASSWORD, newPassword, newPasswordConfirmation: newPassword },
        by(me),
      ),
  ],
  ['proves a code of the app', (me) => proveCode(db, code(me.secret), by(me))],
  ['proves a recovery code', (me) => proveCode(db, { code: me.codes[0]?.replaceAll('-', '') ?? '' }, by(me))],
  ['proves the passkey', useWithPasskey],
  ['confirms a new app', (me) => confirmTotp(db, code(me.pendingSecret), by(me))],
  ['removes the app', (me) => within((tx) => removeTotp(tx, { factorRequired: true }, by(me)))],
  [
    'removes the passkey',
    (me) => within((tx) => removePasskey(tx, { id: me.passkey.id, factorRequired: true }, by(me))),
  ],
  [
    'renames the passkey',
    (me) => within((tx) => renamePasskey(tx, { id: me.passkey.id, name: '櫃台電腦' }, by(me))),
  ],
  ['renews the recovery codes', (me) => within((tx) => renewRecoveryCodes(tx, by(me)))],
  ['chooses columns', (me) => within((tx) => chooseColumns(tx, { list: 'people', columns: [] }, by(me)))],
  ['is invited again', (me) => within((tx) => inviteAgain(tx, own(me), by(me)))],
  [
    'gets other roles',
    (me) => within((tx) => changeRoles(tx, { ...own(me), roles: [grant('auditor')], version: 0 }, by(me))),
  ],
  ['loses the second factor', (me) => within((tx) => resetSecondFactor(tx, own(me), by(me)))],
  ['is suspended', (me) => within((tx) => suspendStaff(tx, own(me), by(me)))],
])('nothing of other accounts changes when somebody %s', async (_, act) => {
  const [me, other] = [await buildEquippedStaff(db), await buildEquippedStaff(db)];
  const [mine, others] = [await rowsOf(me.actor.staffId), await rowsOf(other.actor.staffId)];
  await act(me);
  expect(await rowsOf(me.actor.staffId)).not.toEqual(mine);
  expect(await rowsOf(other.actor.staffId)).toEqual(others);
});

test('nothing of other suspended accounts changes when somebody is readmitted', async () => {
  const [me, other] = [await buildEquippedStaff(db), await buildEquippedStaff(db)];
  for (const each of [me, other]) await within((tx) => suspendStaff(tx, own(each), by(me)));
  const others = await rowsOf(other.actor.staffId);
  await within((tx) => resumeStaff(tx, own(me), by(me)));
  const [[account]] = await rowsOf(me.actor.staffId);
  expect(account).toMatchObject({ suspendedAt: null });
  expect(await rowsOf(other.actor.staffId)).toEqual(others);
});
