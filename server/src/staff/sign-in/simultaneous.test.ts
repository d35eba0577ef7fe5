import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildEquippedStaff, type EquippedStaff, SITE } from '../../../test/factories/equipped-staff.ts';
import { grant } from '../../../test/factories/staff.ts';
import { actDuring, untilWaiting } from '../../../test/locks.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import { askForPasskey } from '../factors/passkeys.ts';
import { removePasskey, removeTotp } from '../factors/remove-factor.ts';
import { renamePasskey } from '../factors/rename-passkey.ts';
import { renewRecoveryCodes } from '../factors/renew-recovery-codes.ts';
import { resetSecondFactor } from '../factors/reset-second-factor.ts';
import { removeSecondFactors } from '../factors/second-factors.ts';
import { confirmTotp } from '../factors/set-up-totp.ts';
import { codeAt, stepOf } from '../factors/totp.ts';
import { lockAdministrators } from '../members/administrators.ts';
import { changeRoles } from '../members/change-roles.ts';
import { suspendStaff } from '../members/suspend-staff.ts';
import { lockStaff } from '../queries.ts';
import { staffPasskeys, staffRecoveryCodes, staffTotp } from '../tables.ts';
import { proveCode } from './prove-code.ts';
import { provePasskey } from './prove-passkey.ts';

let portal: TestPortal;
let db: Database;
beforeAll(async () => {
  portal = await openTestPortal();
  db = portal.db;
});
afterAll(() => portal.close());

type Act = (me: EquippedStaff) => Promise<unknown>;

const address = '127.0.0.1';
const by = ({ actor }: EquippedStaff) => ({ actor, address, now: NOW });
const own = ({ actor }: EquippedStaff) => ({ staffId: actor.staffId });
const within = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(db, work);

const confirm = (me: EquippedStaff) =>
  confirmTotp(db, { code: codeAt(me.pendingSecret, stepOf(NOW)) }, by(me));

test.each<[string, Act]>([
  ['a new app', confirm],
  ['removing the app', (me) => within((tx) => removeTotp(tx, { factorRequired: true }, by(me)))],
  [
    'removing the passkey',
    (me) => within((tx) => removePasskey(tx, { id: me.passkey.id, factorRequired: true }, by(me))),
  ],
  [
    'another name of the passkey',
    (me) => within((tx) => renamePasskey(tx, { id: me.passkey.id, name: '櫃台電腦' }, by(me))),
  ],
  ['new recovery codes', (me) => within((tx) => renewRecoveryCodes(tx, by(me)))],
  ['a reset by an administrator', (me) => within((tx) => resetSecondFactor(tx, own(me), by(me)))],
])('%s waits for another change of the same account', async (_, act) => {
  const me = await buildEquippedStaff(db);
  await actDuring(
    db,
    (tx) => lockStaff(tx, me.actor.staffId),
    () => act(me),
  );
});

test.each<[string, Act]>([
  [
    'a change of roles',
    (me) => within((tx) => changeRoles(tx, { ...own(me), roles: [grant('admin')], version: 0 }, by(me))),
  ],
  ['a suspension', (me) => within((tx) => suspendStaff(tx, own(me), by(me)))],
])('%s waits for another one that may remove an administrator', async (_, act) => {
  const [me] = [await buildEquippedStaff(db), await buildEquippedStaff(db)];
  await actDuring(db, lockAdministrators, () => act(me));
});

const signChallenge = async ({ actor, authenticator }: EquippedStaff) => {
  const { challenge } = await askForPasskey(db, actor.staffId, { site: SITE, now: NOW });
  return { credential: authenticator.sign(challenge) };
};

test.each<[string, typeof staffTotp | typeof staffRecoveryCodes | typeof staffPasskeys, string, Act]>([
  [
    'a code of the app',
    staffTotp,
    'second_factor_wrong',
    (me) => proveCode(db, { code: codeAt(me.secret, stepOf(NOW)) }, by(me)),
  ],
  [
    'a recovery code',
    staffRecoveryCodes,
    'second_factor_wrong',
    (me) => proveCode(db, { code: me.codes[0] ?? '' }, by(me)),
  ],
  [
    'a passkey',
    staffPasskeys,
    'passkey_refused',
    async (me) => provePasskey(db, await signChallenge(me), { ...by(me), site: SITE }),
  ],
])(
  '%s is locked after its account, and refused if it is removed meanwhile',
  async (_, table, code, prove) => {
    const me = await buildEquippedStaff(db);
    const { staffId } = me.actor;
    const { proved } = await within(async (tx) => {
      await lockStaff(tx, staffId);
      const begun = prove(me);
      await untilWaiting(db, begun);
      const ofOwner = eq(table.staffId, staffId);
      const free = await tx.select().from(table).where(ofOwner).for('update', { skipLocked: true });
      expect(free).toHaveLength(await tx.$count(table, ofOwner));
      await removeSecondFactors(tx, staffId);
      return { proved: begun };
    });
    await expect(proved).rejects.toMatchObject({ code });
  },
);
