import { lt, or } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { RENEWAL_GRACE } from './sign-in/renew-session.ts';
import { IDLE_LIMIT } from './sign-in/sessions.ts';
import { LONGEST_SPAN } from './sign-in/sign-in-budget.ts';
import { LONGEST_REGISTRATION_SPAN } from './sign-up/registration-budget.ts';
import {
  contactUndos,
  knownAddresses,
  passwordCodes,
  passwordResets,
  registrationAttempts,
  renewedSessions,
  sessions,
  signInAttempts,
} from './tables.ts';

const DAY = 24 * 3_600_000;
const YEAR = 365 * DAY;

export const forgetExpired = async (db: Database, now: Date): Promise<void> => {
  const before = (span: number) => new Date(now.getTime() - span);
  await db
    .delete(sessions)
    .where(or(lt(sessions.expiresAt, now), lt(sessions.lastUsedAt, before(IDLE_LIMIT))));
  await db.delete(renewedSessions).where(lt(renewedSessions.renewedAt, before(RENEWAL_GRACE)));
  await db.delete(contactUndos).where(lt(contactUndos.expiresAt, before(DAY)));
  await db.delete(signInAttempts).where(lt(signInAttempts.at, before(LONGEST_SPAN)));
  await db.delete(registrationAttempts).where(lt(registrationAttempts.at, before(LONGEST_REGISTRATION_SPAN)));
  await db.delete(passwordResets).where(lt(passwordResets.expiresAt, before(DAY)));
  await db.delete(passwordCodes).where(lt(passwordCodes.createdAt, before(DAY)));
  await db.delete(knownAddresses).where(lt(knownAddresses.lastUsedAt, before(YEAR)));
};
