import type { CourseForm } from '@portal/contract/office/catalogue';
import { inArray } from 'drizzle-orm';
import type { Executor } from '../../platform/database/database.ts';
import { courses } from '../tables.ts';

export const starterKind = { name: '訓練合格證書', type: 'ordinary', years: 3 } as const;

const usual = {
  ...{ attendanceMinimum: 80, limitNumber: 30, paymentDays: 7 },
  ...{ paidHtml: '', info: '', requires: [], documents: [] },
  subjects: [
    { id: null, name: '學科測驗', kind: '學科', fullScore: 100, passScore: 60 },
    { id: null, name: '術科測驗', kind: '術科', fullScore: 100, passScore: 70 },
  ],
} satisfies Partial<CourseForm>;

type StarterCourse = Omit<CourseForm, 'kindId'>;

export const starterCourses: readonly StarterCourse[] = [
  {
    ...usual,
    ...{ code: 'FIRSTAID', name: '急救訓練', hours: 16, fee: 1500 },
    html: '<p>學習心肺復甦術、止血與包紮，以及傷患的搬運。請依貴會的課程修改時數、費用與說明。</p>',
  },
  {
    ...usual,
    ...{ code: 'LIFEGUARD', name: '水上救生訓練', hours: 48, fee: 4500 },
    html: '<p>學習水中自救、救生泳技與器材救援。請依貴會的課程修改時數、費用與說明。</p>',
  },
];

type CourseRow = typeof courses.$inferSelect;

/** Whether a course is as the starter set added it. */
const isUnchanged = (row: CourseRow): boolean =>
  starterCourses.some(
    (each) =>
      each.code === row.code &&
      each.name === row.chineseName &&
      each.hours === row.hours &&
      each.fee === row.fee &&
      each.html === row.html &&
      each.limitNumber === row.limitNumber &&
      each.paymentDays === row.paymentDays &&
      each.attendanceMinimum === row.attendanceMinimum,
  );

const findPresent = (db: Executor): Promise<CourseRow[]> =>
  db
    .select()
    .from(courses)
    .where(
      inArray(
        courses.code,
        starterCourses.map(({ code }) => code),
      ),
    );

export const findUnchangedStarters = async (db: Executor): Promise<CourseRow[]> =>
  (await findPresent(db)).filter(isUnchanged);

export const findStarter = async (db: Executor): Promise<{ canAdd: boolean; canRemove: boolean }> => {
  const present = await findPresent(db);
  return { canAdd: present.length === 0, canRemove: present.some(isUnchanged) };
};
