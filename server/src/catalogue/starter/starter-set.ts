import type { CourseForm } from '@portal/contract/office/catalogue';
import { inArray } from 'drizzle-orm';
import type { Executor } from '../../platform/database/database.ts';
import { type FoundCourse, findCourseIfAny } from '../courses/course-queries.ts';
import { courseColumns } from '../courses/write-course.ts';
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

type Subject = Pick<StarterCourse['subjects'][number], 'name' | 'kind' | 'fullScore' | 'passScore'>;

const subjectTexts = (subjects: readonly Subject[]): string =>
  JSON.stringify(subjects.map(({ name, kind, fullScore, passScore }) => [name, kind, fullScore, passScore]));

/** Whether a course is as the starter set added it. */
const isUnchanged = ({ course, kind, subjects, requires, documents }: FoundCourse): boolean =>
  kind.name === starterKind.name &&
  requires.length + documents.length === 0 &&
  subjectTexts(subjects) === subjectTexts(usual.subjects) &&
  starterCourses.some((each) =>
    Object.entries(courseColumns({ ...each, kindId: kind.id })).every(
      ([column, value]) => course[column as keyof CourseRow] === value,
    ),
  );

const findPresent = async (db: Executor): Promise<FoundCourse[]> => {
  const rows = await db
    .select({ id: courses.id })
    .from(courses)
    .where(
      inArray(
        courses.code,
        starterCourses.map(({ code }) => code),
      ),
    );
  const present: FoundCourse[] = [];
  for (const { id } of rows) {
    const course = await findCourseIfAny(db, id);
    // Somebody may have removed it meanwhile.
    if (course) present.push(course);
  }
  return present;
};

export const findUnchangedStarters = async (db: Executor): Promise<CourseRow[]> =>
  (await findPresent(db)).filter(isUnchanged).map(({ course }) => course);

export const findStarter = async (db: Executor): Promise<{ canAdd: boolean; canRemove: boolean }> => {
  const present = await findPresent(db);
  return { canAdd: present.length === 0, canRemove: present.some(isUnchanged) };
};
