import { desc, eq } from 'drizzle-orm';
import { type Database, inTransaction } from '../../src/platform/database/database.ts';
import { proveStaff } from '../../src/staff/actors.ts';
import { chooseColumns } from '../../src/staff/choose-columns.ts';
import { askForNewPasskey } from '../../src/staff/factors/passkeys.ts';
import { createRecoveryCodes } from '../../src/staff/factors/recovery-codes.ts';
import { beginTotp } from '../../src/staff/factors/set-up-totp.ts';
import { createInvitation } from '../../src/staff/members/invitations.ts';
import { addPasskey } from '../../src/staff/sign-in/prove-passkey.ts';
import { startSession } from '../../src/staff/sign-in/sessions.ts';
import { staffFactorResets, staffPasskeys, staffSessions } from '../../src/staff/tables.ts';
import { NOW } from '../app.ts';
import { makeAuthenticator } from '../authenticator.ts';
import { one } from './one.ts';
import { buildStaff, buildTotp, grant } from './staff.ts';

export const SITE = { origin: 'https://portal.example.org.tw', rpId: 'portal.example.org.tw' };

/** A proved session of an administrator. */
const buildActor = async (db: Database) => {
  const grants = [grant('admin')];
  const { id: staffId, name, email } = await buildStaff(db, { grants });
  const device = { address: '127.0.0.1', userAgent: null };
  await startSession(db, { staffId, confirmedAt: NOW, device }, NOW);
  const sessions = await db
    .select({ sessionId: staffSessions.id })
    .from(staffSessions)
    .where(eq(staffSessions.staffId, staffId))
    .orderBy(desc(staffSessions.id));
  return proveStaff({ staffId, name, email, grants, sessionId: one(sessions).sessionId, confirmedAt: NOW });
};

/** Creates an administrator with a row in every table that belongs to a staff account. */
export const buildEquippedStaff = async (db: Database) => {
  const actor = await buildActor(db);
  const { staffId } = actor;
  const authenticator = makeAuthenticator(SITE);
  const { challenge } = await askForNewPasskey(db, actor, { site: SITE, now: NOW });
  const input = { name: '我的手機', credential: authenticator.register(challenge) };
  const { token } = await addPasskey(db, input, { actor, site: SITE, now: NOW });
  const secret = await buildTotp(db, { id: staffId });
  const pendingSecret = await beginTotp(db, { actor, now: NOW });
  const { id: askedBy } = await buildStaff(db);
  const dueAt = new Date(NOW.getTime() + 3_600_000);
  await db.insert(staffFactorResets).values({ staffId, askedBy, askedAt: NOW, dueAt });
  const { codes, invitation } = await inTransaction(db, async (tx) => {
    await chooseColumns(tx, { list: 'people', columns: ['name'] }, { actor, now: NOW });
    return {
      codes: await createRecoveryCodes(tx, staffId),
      invitation: await createInvitation(tx, staffId, NOW),
    };
  });
  const passkeys = await db.select().from(staffPasskeys).where(eq(staffPasskeys.staffId, staffId));
  return { actor, token, authenticator, passkey: one(passkeys), secret, pendingSecret, codes, invitation };
};

export type EquippedStaff = Awaited<ReturnType<typeof buildEquippedStaff>>;
