import { afterAll, beforeAll, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildEquippedStaff, type EquippedStaff } from '../../../test/factories/equipped-staff.ts';
import { grant } from '../../../test/factories/staff.ts';
import { actDuring } from '../../../test/locks.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import { removePasskey, removeTotp } from '../factors/remove-factor.ts';
import { renamePasskey } from '../factors/rename-passkey.ts';
import { renewRecoveryCodes } from '../factors/renew-recovery-codes.ts';
import { resetSecondFactor } from '../factors/reset-second-factor.ts';
import { confirmTotp } from '../factors/set-up-totp.ts';
import { codeAt, stepOf } from '../factors/totp.ts';
import { lockAdministrators } from '../members/administrators.ts';
import { changeRoles } from '../members/change-roles.ts';
import { suspendStaff } from '../members/suspend-staff.ts';
import { lockStaff } from '../queries.ts';

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
const within = (work: (tx: Tx) => Promise<unknown>) => inTransaction(db, work);

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
