import { afterAll, beforeAll, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { makeAuthenticator } from '../../../test/authenticator.ts';
import { buildEquippedStaff, SITE } from '../../../test/factories/equipped-staff.ts';
import { actDuring } from '../../../test/locks.ts';
import { askForNewPasskey } from '../factors/passkeys.ts';
import { lockStaff } from '../queries.ts';
import { addPasskey } from './prove-passkey.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test('adding a passkey waits for another change of the same account', async () => {
  const { db } = portal;
  const { actor } = await buildEquippedStaff(db);
  const { challenge } = await askForNewPasskey(db, actor, { site: SITE, now: NOW });
  const input = { name: '備用', credential: makeAuthenticator(SITE).register(challenge) };
  await actDuring(
    db,
    (tx) => lockStaff(tx, actor.staffId),
    () => addPasskey(db, input, { actor, site: SITE, now: NOW }),
  );
});
