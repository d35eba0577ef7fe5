import { addDays } from '@portal/contract/dates';
import type { ClassDraft, EditedClass, OfficeClass } from '@portal/contract/office/classes';
import type * as z from 'zod/mini';

export interface SessionValues {
  /** 0 for a new session. */
  key: number;
  date: string;
  from: string;
  to: string;
  place: string;
  instructor: string;
}

export interface ClassValues {
  code: string;
  sessions: SessionValues[];
  place: string;
  contactName: string;
  contactPhone: string;
  limitNumber: string;
  minimumNumber: string;
  fee: string;
  paymentDays: string;
  bankAccountId: string;
  hours: string;
  ways: string[];
  groupCode: string;
  instructorIds: string[];
  applyFrom: string;
  applyUntil: string;
  html: string;
  paidHtml: string;
  info: string;
  staffNote: string;
  message: string;
  weeks: string;
  /** Edits the other classes of the series too. */
  series: boolean;
}

export const NEW_SESSION: SessionValues = {
  ...{ key: 0, date: '', from: '09:00', to: '17:00', place: '', instructor: '' },
};

type ShownClass = Pick<
  ClassDraft,
  | 'code'
  | 'place'
  | 'contactName'
  | 'contactPhone'
  | 'limitNumber'
  | 'minimumNumber'
  | 'fee'
  | 'paymentDays'
  | 'bankAccountId'
  | 'hours'
  | 'personalAllow'
  | 'groupAllow'
  | 'groupCode'
  | 'instructorIds'
  | 'html'
  | 'paidHtml'
  | 'info'
  | 'staffNote'
> & { sessions: readonly (ClassDraft['sessions'][number] & { id?: number })[] };

const digits = (value: number | null): string => (value === null ? '' : `${value}`);

const minute = (time: string | null): string => time?.slice(0, 16) ?? '';

export const sessionValues = (
  sessions: readonly (ClassDraft['sessions'][number] & { id?: number })[],
): SessionValues[] =>
  sessions.map(({ id = 0, place, instructor, ...times }) => ({
    ...times,
    key: id,
    place: place ?? '',
    instructor: instructor ?? '',
  }));

const valuesOf = (shown: ShownClass, window: { applyFrom: string; applyUntil: string }): ClassValues => ({
  code: shown.code,
  sessions: shown.sessions.length > 0 ? sessionValues(shown.sessions) : [NEW_SESSION],
  place: shown.place,
  contactName: shown.contactName,
  contactPhone: shown.contactPhone,
  limitNumber: `${shown.limitNumber}`,
  minimumNumber: digits(shown.minimumNumber),
  fee: `${shown.fee}`,
  paymentDays: `${shown.paymentDays}`,
  bankAccountId: digits(shown.bankAccountId),
  hours: digits(shown.hours),
  ways: [...(shown.personalAllow ? ['personal'] : []), ...(shown.groupAllow ? ['group'] : [])],
  groupCode: shown.groupCode ?? '',
  instructorIds: shown.instructorIds.map(String),
  ...window,
  html: shown.html,
  paidHtml: shown.paidHtml,
  info: shown.info ?? '',
  staffNote: shown.staffNote,
  message: '',
  weeks: '1',
  series: false,
});

const daysBetween = (from: string, until: string): number =>
  Math.round((Date.parse(until) - Date.parse(from)) / 86_400_000);

/** `2026-12-05T09:00` or ''. */
const shiftDay = (value: string, days: number): string =>
  value && `${addDays(value.slice(0, 10), days)}${value.slice(10)}`;

/** The dates of a copied class, moved by as many days as its first day. */
export const datesFrom = (draft: ClassDraft, firstDay: string) => {
  const [first] = draft.sessions.map(({ date }) => date).toSorted();
  const days = first === undefined ? 0 : daysBetween(first, firstDay);
  return {
    sessions: sessionValues(draft.sessions).map((session) => ({
      ...session,
      date: addDays(session.date, days),
    })),
    applyFrom: shiftDay(minute(draft.applyFrom), days),
    applyUntil: shiftDay(minute(draft.applyUntil), days),
  };
};

/** A copied class keeps times and places; its dates follow from the new first day. */
export const draftValues = (draft: ClassDraft): ClassValues => {
  const sessions = draft.sessions.map((session) => ({ ...session, date: '' }));
  return valuesOf({ ...draft, sessions }, { applyFrom: '', applyUntil: '' });
};

export const classValues = (trainingClass: OfficeClass): ClassValues =>
  valuesOf(
    {
      ...trainingClass,
      bankAccountId: trainingClass.bankAccount?.id ?? null,
      groupCode: trainingClass.group?.code ?? null,
      instructorIds: trainingClass.instructors.map(({ id }) => id),
    },
    { applyFrom: minute(trainingClass.applyFrom), applyUntil: minute(trainingClass.applyUntil) },
  );

/** Other text is sent as typed: the contract refuses it. */
const number = (typed: string): number => (/^[0-9]{1,9}$/.test(typed) ? Number(typed) : Number.NaN);
const numberOrNull = (typed: string): number | null => (typed === '' ? null : number(typed));

export const sessionInput = ({ key, date, from, to, place, instructor }: SessionValues) => ({
  ...(key > 0 && { id: key }),
  ...{ date, from, to },
  ...{ place: place || null, instructor: instructor || null },
});

type Input = Omit<z.input<typeof EditedClass>, 'version' | 'message'>;

export const classInput = (values: ClassValues): Input => ({
  code: values.code,
  sessions: values.sessions.map(sessionInput),
  place: values.place,
  contactName: values.contactName,
  contactPhone: values.contactPhone,
  limitNumber: number(values.limitNumber),
  minimumNumber: numberOrNull(values.minimumNumber),
  fee: number(values.fee),
  paymentDays: number(values.paymentDays),
  bankAccountId: numberOrNull(values.bankAccountId),
  hours: numberOrNull(values.hours),
  personalAllow: values.ways.includes('personal'),
  groupAllow: values.ways.includes('group'),
  groupCode: values.groupCode.trim() || null,
  instructorIds: values.instructorIds.map(Number),
  applyFrom: values.applyFrom || null,
  applyUntil: values.applyUntil || null,
  html: values.html,
  paidHtml: values.paidHtml,
  info: values.info || null,
  staffNote: values.staffNote,
});

export const classFieldNames = (sessions: number) =>
  [
    'code',
    'weeks',
    ...[...Array(sessions).keys()].flatMap(
      (at) =>
        [
          `sessions.${at}.date`,
          `sessions.${at}.from`,
          `sessions.${at}.to`,
          `sessions.${at}.place`,
          `sessions.${at}.instructor`,
        ] as const,
    ),
    'sessions',
    'place',
    'message',
    'instructorIds',
    'hours',
    'limitNumber',
    'minimumNumber',
    'ways',
    'groupCode',
    'applyFrom',
    'applyUntil',
    'fee',
    'paymentDays',
    'bankAccountId',
    'contactName',
    'contactPhone',
    'html',
    'paidHtml',
    'info',
    'staffNote',
  ] as const;
