import type { Role, RoleGrant } from '@portal/contract/rights';
import type { Database } from '../../src/platform/database/database.ts';
import { proveStaff, type Staff } from '../../src/staff/actors.ts';
import { newSecret } from '../../src/staff/factors/totp.ts';
import { startSession } from '../../src/staff/sign-in/sessions.ts';
import { staffAccounts, staffRoles, staffTotp } from '../../src/staff/tables.ts';
import { NOW } from '../app.ts';
import { passwordHash } from './account.ts';
import { one } from './one.ts';

let serial = 0;

type Overrides = Partial<typeof staffAccounts.$inferInsert> & { grants?: readonly RoleGrant[] };

/** A staff account that accepted its invitation, with the password of all factories and no second factor. */
export const buildStaff = async (db: Database, { grants = [], ...overrides }: Overrides = {}) => {
  serial += 1;
  const row = one(
    await db
      .insert(staffAccounts)
      .values({
        email: `staff${serial}@example.com`,
        name: `承辦人${serial}`,
        passwordHash: await passwordHash,
        createdAt: NOW,
        ...overrides,
      })
      .returning(),
  );
  if (grants.length > 0)
    await db.insert(staffRoles).values(grants.map((grant) => ({ ...grant, staffId: row.id })));
  return row;
};

/** The account as the gate would hand it to an operation. */
export const asStaff = ({ id, name }: { id: number; name: string }, grants: readonly RoleGrant[]): Staff =>
  proveStaff({ staffId: id, name, grants });

/** One grant, by default for the whole association. */
export const grant = (role: Role, organizationId: number | null = null): RoleGrant => ({
  role,
  organizationId,
});

/** Staff who may decide about registrations, payments, results and certificates of a branch, or of all branches. */
export const decidingStaff = (organizationId: number | null = null, staffId = 1): Staff =>
  asStaff({ id: staffId, name: '王承辦' }, [
    grant('officer', organizationId),
    grant('cashier', organizationId),
  ]);

/** Gives the account an authenticator app and returns its secret. */
export const buildTotp = async (db: Database, { id: staffId }: { id: number }): Promise<string> => {
  const secret = newSecret();
  await db.insert(staffTotp).values({ staffId, secret, createdAt: NOW });
  return secret;
};

/** A live session of the account that proved its second factor just now, as the value of a cookie. */
export const enterOffice = async (
  db: Database,
  { id: staffId }: { id: number },
  { now = NOW, confirmedAt = now }: { now?: Date; confirmedAt?: Date | null } = {},
): Promise<string> => {
  const device = { address: '127.0.0.1', userAgent: null };
  return `office=${await startSession(db, { staffId, confirmedAt, device }, now)}`;
};

/** Creates a staff account with these grants and returns it with the headers for its calls. */
export const enterAs = async (db: Database, ...grants: RoleGrant[]) => {
  const staff = await buildStaff(db, { grants });
  return { staff, headers: { cookie: await enterOffice(db, staff), 'sec-fetch-site': 'same-origin' } };
};
