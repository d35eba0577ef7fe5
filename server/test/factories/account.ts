import { hash } from '@node-rs/argon2';
import { startSession } from '../../src/accounts/sessions.ts';
import { accounts } from '../../src/accounts/tables.ts';
import type { Database } from '../../src/platform/database.ts';
import { NOW } from '../app.ts';
import { buildOrganization } from './catalogue.ts';
import { nationalId } from './identity.ts';
import { one } from './one.ts';

export const PASSWORD = 'Portal-2026';
// Cheap on purpose: factories make hundreds of people. Verifying reads the cost from the hash.
const passwordHash = hash(PASSWORD, { memoryCost: 1024, timeCost: 1 });

let serial = 0;

type Overrides = Partial<typeof accounts.$inferInsert>;

/** A trainee with a complete profile; `overrides` replace single columns. */
export const buildAccount = async (db: Database, overrides: Overrides = {}) => {
  serial += 1;
  const organizationId = overrides.organizationId ?? (await buildOrganization(db)).id;
  const foreign = overrides.country === 'foreign';
  return one(
    await db
      .insert(accounts)
      .values({
        country: 'local',
        idNumber: foreign ? null : nationalId(serial, { letter: 'Q' }),
        passportNo: foreign ? `X${String(serial).padStart(8, '0')}K` : null,
        passwordHash: await passwordHash,
        organizationId,
        chineseName: `學員${serial}`,
        englishName: `Trainee ${String.fromCharCode(65 + (serial % 26))}`,
        sex: 1,
        birthday: '1990-05-14',
        cityId: 1,
        areaId: 1,
        address: '範例路一段 1 號',
        addressCode: '100',
        email: `trainee${serial}@example.com`,
        cellPhone: '0900-000000',
        careerId: 1,
        educationId: 1,
        educationStatusId: 1,
        createdAt: NOW,
        updatedAt: NOW,
        ...overrides,
      })
      .returning(),
  );
};

/** A live session of the account: its token. */
export const logIn = (db: Database, account: { id: number }, now = NOW) => startSession(db, account.id, now);
