import { hash } from '@node-rs/argon2';
import { startSession } from '../../src/accounts/sign-in/sessions.ts';
import { accounts } from '../../src/accounts/tables.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { NOW } from '../app.ts';
import { buildOrganization } from './catalogue.ts';
import { nationalId, passportNo } from './identity.ts';
import { one } from './one.ts';

export const PASSWORD = 'Portal-2026';
// Cheap on purpose: factories make hundreds of people. Verifying reads the cost from the hash.
export const passwordHash = hash(PASSWORD, { memoryCost: 1024, timeCost: 1 });

let serial = 0;

type Overrides = Partial<typeof accounts.$inferInsert>;

/** A trainee with a complete profile and a confirmed mailbox; `overrides` replace single columns. */
export const buildAccount = async (db: Database, overrides: Overrides = {}) => {
  serial += 1;
  const own = serial;
  const organizationId = overrides.organizationId ?? (await buildOrganization(db)).id;
  const foreign = overrides.country === 'foreign';
  return one(
    await db
      .insert(accounts)
      .values({
        country: 'local',
        idNumber: foreign ? null : nationalId(own, { letter: 'Q' }),
        passportNo: foreign ? passportNo(own) : null,
        passwordHash: await passwordHash,
        organizationId,
        chineseName: `學員${own}`,
        englishName: `Trainee ${String.fromCharCode(65 + (own % 26))}`,
        sex: 1,
        birthday: '1990-05-14',
        cityId: 1,
        areaId: 1,
        address: '範例路一段 1 號',
        addressCode: '100',
        email: `trainee${own}@example.com`,
        emailConfirmedAt: NOW,
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

/** Starts a session of the account and returns its token. */
export const logIn = (db: Database, account: { id: number }, now = NOW) => startSession(db, account.id, now);

type FormFields = Record<string, string | undefined>;

/**
 * The fields that the registration screen sends for a new local trainee; `overrides` replace some, undefined
 * leaves one out. The organisation must exist: `buildOrganization`.
 */
export const buildRegistrationForm = (overrides: FormFields = {}): FormFields => {
  serial += 1;
  const foreign = overrides.country === 'foreign';
  return {
    country: 'local',
    organization_id: '臺北市分會',
    chinese_name: '新學員',
    english_name: 'New Trainee',
    id_number: foreign ? undefined : nationalId(serial, { letter: 'Z' }),
    passport_no: foreign ? `Z${passportNo(serial)}` : undefined,
    password: PASSWORD,
    password_confirmation: PASSWORD,
    sex: '1',
    birthday: '1990-05-14',
    city: '新北市',
    area: '新莊區',
    address: '範例路一段 1 號',
    address_code: '242',
    email: 'new.trainee@example.com',
    home_phone: '02-20000000',
    cell_phone: '0900-000000',
    company_phone: '',
    career: '範例公司',
    career_id: '學生',
    education: '大學',
    educationstatuse: '畢業',
    school: '範例大學',
    department: '範例系',
    ...overrides,
  };
};
