import { addYears, isDate } from '@portal/contract/dates';
import { normaliseIdentity } from '@portal/contract/identity';
import { lastValidDay } from '../../certificates/rules.ts';
import { idFinder, type Named } from './lookups.ts';
import { readDay } from './read-day.ts';
import { type ReadRow, type RowReader, rowReader, type Texts } from './read-row.ts';

/* Pure. A certificate of a file. */

export interface CourseOfKind {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly kindId: number;
  readonly kind: string;
  readonly years: number;
}

export interface CertificateLookups {
  readonly organizations: readonly Named[];
  readonly courses: readonly CourseOfKind[];
}

/** The certificate in a row. Its holder is found later, when the row is compared. */
export interface ReadCertificate {
  /** The identity number of the holder. */
  readonly identity: string;
  readonly chineseName: string | null;
  readonly number: string;
  readonly organizationId: number;
  readonly courseId: number;
  readonly courseCode: string;
  readonly kindId: number;
  readonly issuedOn: string;
  readonly endTime: string;
  readonly years: number;
  readonly isLatest: boolean;
}

const plain = (name: string): string => name.normalize('NFKC').replace(/\s/g, '');

/** Finds a course by code, by name, or by the name of a kind of certificate that it alone leads to. Or says why not. */
export const findCourse = (courses: readonly CourseOfKind[], text: string): CourseOfKind | string => {
  const wanted = plain(text);
  const named = courses.find(({ code, name }) => plain(code) === wanted || plain(name) === wanted);
  if (named) return named;
  const [first, ...others] = courses.filter(({ kind }) => plain(kind) === wanted);
  if (!first) return `查無「${text.slice(0, 30)}」的訓練項目或證照種類`;
  return others.length === 0 ? first : '此證照種類有多個訓練項目，請改填訓練項目';
};

export const MAX_NUMBER = 100;

const readNumber = ({ textOf, fault }: RowReader): string => {
  const number = textOf('number').normalize('NFKC').trim();
  if (number === '') fault('缺少證書字號');
  else if (number.length > MAX_NUMBER || /\p{Cc}/u.test(number)) fault('證書字號格式不正確');
  return number;
};

const readIssued = ({ textOf, fault }: RowReader, today: string): string | null => {
  const day = readDay(textOf('issuedOn'));
  if (day === null) return fault('核發日期無法辨識，請寫成 2020-05-14');
  return day > today ? fault('核發日期不得晚於今天') : day;
};

const readEnd = ({ textOf, fault }: RowReader, issuedOn: string, years: number): string | null => {
  const text = textOf('endTime');
  const day = text === '' ? lastValidDay(issuedOn, years) : readDay(text);
  if (day === null || !isDate(day)) return fault('有效期限無法辨識，請寫成 2025-05-13');
  return day < issuedOn ? fault('有效期限早於核發日期') : day;
};

const MAX_YEARS = 50;

export const yearsBetween = (from: string, until: string): number => {
  let years = 1;
  while (years < MAX_YEARS && addYears(from, years) <= until) years += 1;
  return years;
};

export const certificateReader = ({ organizations, courses }: CertificateLookups, today: string) => {
  const findOrganization = idFinder(organizations);
  return (texts: Texts): ReadRow<ReadCertificate> => {
    const reader = rowReader(texts);
    const { textOf, fault } = reader;
    const identity = normaliseIdentity(textOf('identity'));
    if (!/^[A-Z0-9]{5,20}$/.test(identity)) fault(identity === '' ? '缺少證號' : '證號格式不正確');
    const number = readNumber(reader);
    const found = findCourse(courses, textOf('course'));
    const course = typeof found === 'string' ? null : found;
    if (typeof found === 'string') fault(textOf('course') === '' ? '缺少訓練項目或證照種類' : found);
    const organizationId = findOrganization(textOf('organization'));
    if (organizationId === null) fault(`查無發證會別「${textOf('organization').slice(0, 30)}」`);
    const issuedOn = readIssued(reader, today);
    const endTime = issuedOn && course && readEnd(reader, issuedOn, course.years);
    // If one of them is missing, the row has a fault, and `done` leaves out the data.
    return reader.done({
      ...{ identity, number, chineseName: textOf('chineseName').normalize('NFKC') || null },
      ...{ organizationId: organizationId ?? 0, courseId: course?.id ?? 0, courseCode: course?.code ?? '' },
      ...{ kindId: course?.kindId ?? 0, issuedOn: issuedOn ?? '', endTime: endTime ?? '' },
      ...{ years: issuedOn && endTime ? yearsBetween(issuedOn, endTime) : 1, isLatest: true },
    });
  };
};
