import { createHash } from 'node:crypto';
import { isDate } from '@portal/contract/dates';
import { isUsableCode } from '@portal/contract/primitives';
import { lastValidDay } from '../../certificates/rules.ts';
import { isScore } from '../../training/rules.ts';
import { idFinder, type Named } from './lookups.ts';
import { type CourseOfKind, findCourse, MAX_NUMBER, yearsBetween } from './read-certificate.ts';
import { readDay } from './read-day.ts';
import { type PersonOfFile, personKey, readPersonOfFile } from './read-person-of-file.ts';
import { type ReadRow, type RowReader, rowReader, type Texts } from './read-row.ts';

/* Pure. A person in a past class of a file. */

interface SubjectOfCourse {
  readonly id: number;
  readonly courseId: number;
  readonly kind: '學科' | '術科';
  readonly fullScore: number;
  readonly passScore: number;
}

export interface PastLookups {
  readonly organizations: readonly Named[];
  readonly courses: readonly CourseOfKind[];
  readonly subjects: readonly SubjectOfCourse[];
}

interface PastClass {
  readonly code: string;
  readonly courseId: number;
  readonly organizationId: number;
  /** Days. */
  readonly startOn: string;
  readonly endOn: string;
  readonly hours: number | null;
  readonly place: string | null;
}

interface OwnCertificate {
  readonly number: string;
  readonly courseCode: string;
  readonly kindId: number;
  readonly issuedOn: string;
  readonly endTime: string;
  readonly years: number;
  readonly isLatest: boolean;
}

export interface ReadPast extends PastClass, PersonOfFile {
  readonly result: 1 | 2;
  readonly scores: readonly { readonly subjectId: number; readonly score: number }[];
  /** The text in the file. */
  readonly attendance: string | null;
  readonly certificate: OwnCertificate | null;
}

const readDays = ({ textOf, fault, leave }: RowReader, today: string) => {
  const startOn = readDay(textOf('startOn'));
  if (startOn === null) fault('開課日期無法辨識，請寫成 2020-05-14');
  const endText = textOf('endOn');
  const read = endText === '' ? startOn : readDay(endText);
  if (read === null && endText !== '') leave('結訓日期', '無法辨識');
  const endOn = read ?? startOn;
  if (startOn && endOn && endOn < startOn) fault('結訓日期早於開課日期');
  if (endOn && endOn >= today) fault('課程尚未結束，只能匯入已結訓的課程');
  return { startOn: startOn ?? '', endOn: endOn ?? '' };
};

const MAX_HOURS = 2000;

const readHours = ({ textOf, leave }: RowReader): number | null => {
  const text = textOf('hours')
    .normalize('NFKC')
    .replace(/\s*(小時|時|hours?|h)$/i, '');
  if (text === '') return null;
  const hours = Math.round(Number(text));
  return hours >= 1 && hours <= MAX_HOURS ? hours : leave('時數', '須為 1 至 2000 的數字');
};

const MAX_PLACE = 100;

const readText = ({ textOf }: RowReader, field: string, max: number): string | null =>
  textOf(field)
    .normalize('NFKC')
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, max) || null;

/** Makes a code for a class without one. The same class gets the same code in every file. */
const madeCode = (course: string, startOn: string, rest: string): string => {
  const hash = createHash('sha256').update(rest).digest('hex').slice(0, 8).toUpperCase();
  return `${course.replace(/[^A-Za-z0-9-]/g, '').slice(0, 20)}-${startOn.replaceAll('-', '')}-${hash}`;
};

const readClass = (
  reader: RowReader,
  course: CourseOfKind | null,
  organizationId: number | null,
  today: string,
): PastClass => {
  const { startOn, endOn } = readDays(reader, today);
  const code = reader.textOf('code').normalize('NFKC').toUpperCase();
  if (code !== '' && !isUsableCode(code)) reader.fault('課程代碼只能有英文字母、數字與「-」；也可以不填');
  const place = readText(reader, 'place', MAX_PLACE);
  const made = () => madeCode(course?.code ?? '', startOn, `${organizationId} ${endOn} ${place}`);
  return {
    ...{ code: code || made(), courseId: course?.id ?? 0, organizationId: organizationId ?? 0 },
    ...{ startOn, endOn, hours: readHours(reader), place },
  };
};

const scoreFields = { written: '學科', practical: '術科' } as const;

const readScores = ({ textOf, leave }: RowReader, subjects: readonly SubjectOfCourse[]) =>
  (['score', 'written', 'practical'] as const).flatMap((field) => {
    const text = textOf(field)
      .normalize('NFKC')
      .replace(/\s*分$/, '');
    if (text === '') return [];
    const label = field === 'score' ? '成績' : `${scoreFields[field]}成績`;
    const fitting = field === 'score' ? subjects : subjects.filter(({ kind }) => kind === scoreFields[field]);
    const [subject] = fitting;
    if (!subject || fitting.length > 1) {
      leave(label, subject ? '訓練項目有多個科目' : '訓練項目沒有此科目');
      return [];
    }
    const score = Number(text);
    if (isScore(score, subject.fullScore)) return [{ subject, score }];
    leave(label, `須為 0 至 ${subject.fullScore} 的數字`);
    return [];
  });

const results = [
  [1, /^(合格|及格|通過|結訓|完訓|pass(ed)?|y|yes|是|1|v|○|ok)$/i],
  [2, /^(不合格|不及格|未通過|未結訓|退訓|fail(ed)?|n|no|否|0|2|x|✗|✕)$/i],
] as const;

type Scores = ReturnType<typeof readScores>;

/** Returns the result in the file. If it has none, a certificate means a pass; without one, complete scores decide. */
const readResult = (
  { textOf, fault }: RowReader,
  scores: Scores,
  subjects: readonly SubjectOfCourse[],
): 1 | 2 => {
  const text = textOf('result').normalize('NFKC');
  const [said] = results.find(([, words]) => words.test(text)) ?? [];
  if (said) return said;
  if (text !== '') return fault('結果請填「合格」或「不合格」') ?? 2;
  if (textOf('number') !== '') return 1;
  if (subjects.length === 0 || scores.length < subjects.length)
    return fault('缺少結果，請填「合格」或「不合格」') ?? 2;
  return scores.every(({ subject, score }) => score >= subject.passScore) ? 1 : 2;
};

const readCertificate = (
  { textOf, leave }: RowReader,
  course: CourseOfKind,
  { endOn, result }: { endOn: string; result: 1 | 2 },
  today: string,
): OwnCertificate | null => {
  const number = textOf('number').normalize('NFKC');
  if (number === '') return null;
  if (number.length > MAX_NUMBER || /\p{Cc}/u.test(number)) return leave('證書', '字號格式不正確');
  if (result === 2) return leave('證書', '結果為不合格');
  const issuedOn = textOf('issuedOn') === '' ? endOn : readDay(textOf('issuedOn'));
  if (issuedOn === null || issuedOn > today) return leave('證書', '核發日期不正確');
  const end = textOf('endTime');
  const endTime = end === '' ? lastValidDay(issuedOn, course.years) : readDay(end);
  if (endTime === null || !isDate(endTime) || endTime < issuedOn) return leave('證書', '有效期限不正確');
  return {
    ...{ number, courseCode: course.code, kindId: course.kindId, issuedOn, endTime },
    ...{ years: yearsBetween(issuedOn, endTime), isLatest: true },
  };
};

export const pastReader = ({ organizations, courses, subjects }: PastLookups, today: string) => {
  const findOrganization = idFinder(organizations);
  const subjectsOf = Map.groupBy(subjects, ({ courseId }) => courseId);
  return (texts: Texts): ReadRow<ReadPast> => {
    const reader = rowReader(texts);
    const { textOf, fault } = reader;
    const found = findCourse(courses, textOf('course'));
    const course = typeof found === 'string' ? null : found;
    if (typeof found === 'string') fault(textOf('course') === '' ? '缺少訓練項目' : found);
    const organizationId = findOrganization(textOf('organization'));
    if (organizationId === null) fault(`查無主辦會別「${textOf('organization').slice(0, 30)}」`);
    const own = subjectsOf.get(course?.id ?? 0) ?? [];
    const scores = course ? readScores(reader, own) : [];
    const result = readResult(reader, scores, own);
    const past = readClass(reader, course, organizationId, today);
    const certificate =
      course && past.endOn ? readCertificate(reader, course, { ...past, result }, today) : null;
    return reader.done({
      ...{ ...past, ...readPersonOfFile(reader), result, certificate },
      scores: scores.map(({ subject, score }) => ({ subjectId: subject.id, score })),
      attendance: readText(reader, 'attendance', MAX_PLACE),
    });
  };
};

type MarkedPast = Omit<ReadPast, 'scores' | 'attendance'>;

interface Marked {
  readonly row: number;
  readonly data: MarkedPast | null;
}

const MAX_PEOPLE = 10_000;

const classFaults = (rows: readonly { row: number; data: MarkedPast }[]): [number, string][] => {
  const [first] = rows;
  const seen = new Map<string, number>();
  const termsOf = ({ courseId, organizationId, startOn, endOn }: MarkedPast) =>
    [courseId, organizationId, startOn, endOn].join();
  return rows.flatMap(({ row, data }, place): [number, string][] => {
    const [key, earlier] = [personKey(data), seen.get(personKey(data))];
    if (earlier === undefined) seen.set(key, row);
    if (earlier !== undefined) return [[row, `此人在同一課程與第 ${earlier} 列重複`]];
    if (first && termsOf(data) !== termsOf(first.data))
      return [[row, `課程代碼與第 ${first.row} 列相同，訓練項目、會別或日期不同`]];
    return place < MAX_PEOPLE ? [] : [[row, `一個課程最多 ${MAX_PEOPLE} 人`]];
  });
};

/** The problems of rows beside the others of their class. */
export const pastFaults = (rows: readonly Marked[]): ReadonlyMap<number, string> => {
  const read = rows.flatMap(({ row, data }) => (data ? [{ row, data }] : []));
  return new Map([...Map.groupBy(read, ({ data }) => data.code).values()].flatMap(classFaults));
};

/** The rows of earlier certificates: the person has one of the kind that ends later. */
export const earlierOfPast = (rows: readonly Marked[]): ReadonlySet<number> => {
  const all = rows.flatMap(({ row, data }) =>
    data?.certificate ? [{ row, data, own: data.certificate }] : [],
  );
  const together = Map.groupBy(all, ({ data, own }) => `${personKey(data)} ${own.kindId}`);
  const earlier = [...together.values()].flatMap((same) =>
    same.toSorted((one, other) => (one.own.endTime < other.own.endTime ? 1 : -1)).slice(1),
  );
  return new Set(earlier.map(({ row }) => row));
};
