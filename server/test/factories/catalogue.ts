import { eq } from 'drizzle-orm';
import {
  bankAccounts,
  certificateKinds,
  courses,
  organizations,
  subjects,
} from '../../src/catalogue/tables.ts';
import { attachments, classes, classInstructors, classSessions } from '../../src/classes/tables.ts';
import type { Executor } from '../../src/platform/database/database.ts';
import { NOW } from '../app.ts';
import { one } from './one.ts';

let serial = 0;

/** Returns the organisation with that code, and creates it if it does not exist. */
export const buildOrganization = async (
  db: Executor,
  { code = 'TPE', name = '臺北市分會', id = ++serial } = {},
) => {
  const [found] = await db.select().from(organizations).where(eq(organizations.code, code));
  if (found) return found;
  return one(
    await db
      .insert(organizations)
      .values({ id, code, name, position: id })
      .onConflictDoUpdate({
        target: organizations.code,
        set: { name },
      })
      .returning(),
  );
};

/** Returns the course with that code. If it does not exist, creates it with one certificate kind and two subjects. */
export const buildCourse = async (
  db: Executor,
  {
    code = 'CPR',
    chineseName = '基本救命術訓練',
    type = 'ordinary' as 'ordinary' | 'coach',
    years = 2,
    id = ++serial,
  } = {},
) => {
  const [found] = await db.select().from(courses).where(eq(courses.code, code));
  if (found) return found;
  await db.insert(certificateKinds).values({ id, name: `${chineseName}證`, type, years });
  const course = one(
    await db
      .insert(courses)
      .values({ id, code, chineseName, certificateKindId: id, hours: 8, position: id })
      .returning(),
  );
  await db.insert(subjects).values([
    {
      id: id * 10,
      courseId: id,
      name: '學科測驗',
      kind: '學科',
      fullScore: 100,
      passScore: 70,
      position: 1,
    },
    {
      id: id * 10 + 1,
      courseId: id,
      name: '術科測驗',
      kind: '術科',
      fullScore: 100,
      passScore: 70,
      position: 2,
    },
  ]);
  return course;
};

type Overrides = Partial<typeof classes.$inferInsert>;

/** A published class of 20 seats that starts in 30 days and takes personal and group registrations. */
export const buildClass = async (db: Executor, overrides: Overrides = {}) => {
  serial += 1;
  const organizationId = overrides.organizationId ?? (await buildOrganization(db)).id;
  const courseId = overrides.courseId ?? (await buildCourse(db)).id;
  return one(
    await db
      .insert(classes)
      .values({
        code: `TPE-CPR-${String(serial).padStart(4, '0')}`,
        organizationId,
        courseId,
        startTime: new Date(NOW.getTime() + 30 * 86_400_000),
        limitNumber: 20,
        place: '臺北市中正區範例路一段 1 號 3 樓教室',
        contactName: '林承辦',
        contactPhone: '02-20000001',
        personalAllow: true,
        groupAllow: true,
        fee: 1500,
        publishedAt: new Date(NOW.getTime() - 86_400_000 + serial * 1000),
        createdAt: NOW,
        state: overrides.publishedAt === null ? 'draft' : 'published',
        ...overrides,
      })
      .returning(),
  );
};

export const buildAttachment = async (
  db: Executor,
  {
    classId,
    src = `file-${++serial}`,
    fileKey = `attachments/${src}`,
    name = '課程簡章',
    extension = 'pdf',
    position = serial,
  }: {
    classId: number;
    src?: string;
    fileKey?: string;
    name?: string;
    extension?: string;
    position?: number;
  },
) =>
  one(await db.insert(attachments).values({ classId, src, fileKey, name, extension, position }).returning());

export const buildBankAccount = async (db: Executor, overrides: { organizationId?: number } = {}) => {
  const organizationId = overrides.organizationId ?? (await buildOrganization(db)).id;
  serial += 1;
  const account = { bank: '海嶼商業銀行（代碼 999）範例分行', holder: '全國安全技能訓練協會' };
  return one(
    await db
      .insert(bankAccounts)
      .values({ organizationId, ...account, number: `000-00-${serial}` })
      .returning(),
  );
};

export const buildClassSession = async (
  db: Executor,
  overrides: Partial<typeof classSessions.$inferInsert> & { classId: number },
) =>
  one(
    await db
      .insert(classSessions)
      .values({ date: '2026-12-31', fromTime: '09:00', toTime: '17:00', ...overrides })
      .returning(),
  );

/** Names a staff account as an instructor of the class. */
export const nameInstructor = async (db: Executor, trainingClass: { id: number }, staff: { id: number }) => {
  await db.insert(classInstructors).values({ classId: trainingClass.id, staffId: staff.id });
};

/** A session as the form of a class sends it. */
export const formSession = { date: '2026-12-31', from: '09:00', to: '17:00' };

/** The form of a class sends this, without code, branch and course. */
export const classForm = {
  sessions: [formSession],
  place: '臺北市中正區範例路一段 1 號 3 樓教室',
  contactName: '林承辦',
  contactPhone: '02-20000001',
  limitNumber: 20,
  fee: 1500,
  paymentDays: 7,
  personalAllow: true,
  groupAllow: true,
};

/** A class with the session of the form. */
export const buildClassWithSession = async (db: Executor, overrides: Overrides = {}) => {
  const startTime = new Date('2026-12-31T09:00:00+08:00');
  const endTime = new Date('2026-12-31T17:00:00+08:00');
  const trainingClass = await buildClass(db, { startTime, endTime, ...overrides });
  await buildClassSession(db, { classId: trainingClass.id });
  return trainingClass;
};
