import type { Course, CourseForm } from '@portal/contract/office/catalogue';
import type * as z from 'zod/mini';

export type CourseValues = z.input<typeof CourseForm>;

/** The values of a new course, of which staff must choose the kind. */
export const newCourse: Omit<CourseValues, 'kindId'> = {
  code: '',
  name: '',
  hours: '',
  attendanceMinimum: '80',
  fee: '',
  limitNumber: '30',
  paymentDays: '7',
  html: '',
  paidHtml: '',
  info: '',
  subjects: [],
  requires: [],
  documents: [],
};

export const newSubject: CourseValues['subjects'][number] = {
  name: '',
  kind: '學科',
  fullScore: '100',
  passScore: '70',
};

export const newDocument: CourseValues['documents'][number] = { name: '', hint: '', required: true };

export const valuesOf = ({
  id: _,
  version: __,
  kind,
  requires,
  documents,
  ...course
}: Course): CourseValues => ({
  ...course,
  kindId: kind.id,
  requires: requires.map(({ id }) => id),
  documents: documents.map((document) => ({ ...document, hint: document.hint ?? '' })),
});

const parts = (name: 'subjects' | 'documents', count: number, fields: readonly string[]) =>
  Array.from({ length: count }, (_, at) => fields.map((field) => `${name}.${at}.${field}`)).flat();

/** The fields in page order. */
export const fieldsOf = ({ subjects, documents }: CourseValues) =>
  [
    ...['name', 'code', 'kindId', 'hours'],
    ...parts('subjects', subjects.length, ['name', 'kind', 'fullScore', 'passScore']),
    'subjects',
    ...['attendanceMinimum', 'requires'],
    ...parts('documents', documents.length, ['name', 'hint', 'required']),
    'documents',
    ...['fee', 'limitNumber', 'paymentDays', 'html', 'paidHtml', 'info'],
  ] as Extract<keyof CourseValues, string>[];
