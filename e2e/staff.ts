import { addDays, addYears, today } from '@portal/contract/dates';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { accounts } from '../server/src/accounts/tables.ts';
import { courses, organizations } from '../server/src/catalogue/tables.ts';
import type { Issued } from '../server/src/certificates/issue/insert-certificates.ts';
import { issueCertificate } from '../server/src/certificates/issue/issue-certificate.ts';
import type { approveRegistration } from '../server/src/enrolment/review/approve-registration.ts';
import { registrations } from '../server/src/enrolment/tables.ts';
import { type Database, inTransaction } from '../server/src/platform/database/database.ts';
import { proveStaff } from '../server/src/staff/actors.ts';
import type { Trainee, TrainingClass } from './portal.ts';

/* Staff work by the operations of the modules. */

export const staff = proveStaff({
  staffId: 1,
  name: '王承辦',
  grants: [
    { role: 'officer', organizationId: null },
    { role: 'cashier', organizationId: null },
  ],
});

export const accountIdOf = async (db: Database, { idNumber }: Pick<Trainee, 'idNumber'>): Promise<number> => {
  const [found] = await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.idNumber, idNumber));
  if (!found) throw new Error(`nobody has ${idNumber}`);
  return found.id;
};

/** The registration of one person in a class. */
export const registrationIn = async (db: Database, { id }: TrainingClass, trainee: Trainee) => {
  const accountId = await accountIdOf(db, trainee);
  const [found] = await db
    .select({ registrationId: registrations.id })
    .from(registrations)
    .where(and(eq(registrations.classId, id), eq(registrations.accountId, accountId)));
  if (!found) throw new Error('not registered');
  return found;
};

/** Staff decide about the registrations of those people in a class. */
export const decide = async (
  db: Database,
  { id: classId }: TrainingClass,
  names: readonly string[],
  operation: (...given: Parameters<typeof approveRegistration>) => Promise<unknown>,
): Promise<void> => {
  const found = await db
    .select({ registrationId: registrations.id })
    .from(registrations)
    .innerJoin(accounts, eq(accounts.id, registrations.accountId))
    .where(and(eq(registrations.classId, classId), inArray(accounts.chineseName, [...names])));
  if (found.length !== names.length) throw new Error(`${found.length} of ${names} are registered`);
  await inTransaction(db, async (tx) => {
    for (const registration of found) await operation(tx, registration, { actor: staff, now: new Date() });
  });
};

/** A certificate of somebody: by default one of a coach, which may be renewed. */
export const issue = async (
  db: Database,
  trainee: Trainee,
  { course = 'FAI', endTime = addDays(today(new Date()), 60), organization = '臺中市分會' } = {},
): Promise<Issued> => {
  const [item] = await db.select().from(courses).where(eq(courses.code, course));
  const [branch] = await db.select().from(organizations).where(eq(organizations.name, organization));
  const certificate = {
    accountId: await accountIdOf(db, trainee),
    organizationId: branch?.id ?? 0,
    courseId: item?.id ?? 0,
    issuedOn: addDays(addYears(endTime, -3), 1),
    endTime,
  };
  return inTransaction(db, (tx) => issueCertificate(tx, certificate, { actor: staff, now: new Date() }));
};

/** Gives somebody the photo of a person of the demo data. */
export const givePhoto = async (db: Database, trainee: Trainee) => {
  const [found] = await db
    .select({ photoKey: accounts.photoKey })
    .from(accounts)
    .where(isNotNull(accounts.photoKey))
    .limit(1);
  const id = await accountIdOf(db, trainee);
  await db.update(accounts).set({ photoKey: found?.photoKey }).where(eq(accounts.id, id));
};
