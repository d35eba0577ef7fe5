import { hashToken } from '../../src/accounts/sign-in/sessions.ts';
import { accounts, sessions } from '../../src/accounts/tables.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { buildClass, buildCourse, buildOrganization } from '../factories/catalogue.ts';
import { nationalId } from '../factories/identity.ts';

/*
 * The servers of these tests are real processes with the real clock, so their data are created for today.
 */

const DAY = 86_400_000;
/** Rows of one INSERT: PostgreSQL takes 65,535 parameters at once. */
const BATCH = 500;

export interface Person {
  readonly id: number;
  readonly token: string;
}

let serial = 0;

/** So many trainees with complete profiles, each logged in. */
export const buildCrowd = async (db: Database, size: number): Promise<Person[]> => {
  const now = new Date();
  const organizationId = (await buildOrganization(db)).id;
  const crowd: Person[] = [];
  while (crowd.length < size) {
    const values = Array.from({ length: Math.min(BATCH, size - crowd.length) }, () => {
      serial += 1;
      return {
        country: 'local' as const,
        idNumber: nationalId(serial, { letter: 'R' }),
        passwordHash: 'nobody logs in with a password here',
        organizationId,
        chineseName: `群眾${serial}`,
        sex: 1,
        birthday: '1990-05-14',
        cityId: 1,
        areaId: 1,
        address: '範例路一段 1 號',
        addressCode: '100',
        email: `crowd${serial}@example.com`,
        emailConfirmedAt: now,
        cellPhone: '0900-000000',
        careerId: 1,
        educationId: 1,
        educationStatusId: 1,
        createdAt: now,
        updatedAt: now,
      };
    });
    const rows = await db.insert(accounts).values(values).returning({ id: accounts.id });
    const people = rows.map(({ id }) => ({ id, token: `crowd-${id}` }));
    await db.insert(sessions).values(
      people.map(({ id, token }) => ({
        tokenHash: hashToken(token),
        accountId: id,
        lineage: token,
        createdAt: now,
        lastUsedAt: now,
        expiresAt: new Date(now.getTime() + DAY),
      })),
    );
    crowd.push(...people);
  }
  return crowd;
};

/** A class that is open today. */
export const buildOpenClass = async (db: Database, limitNumber: number, overrides: { fee?: number } = {}) => {
  const now = Date.now();
  await buildCourse(db);
  return buildClass(db, {
    limitNumber,
    startTime: new Date(now + 30 * DAY),
    publishedAt: new Date(now - DAY),
    ...overrides,
  });
};
