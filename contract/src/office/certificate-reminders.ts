import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { seenVersion } from './audit.ts';

const ById = z.object({ id: z.coerce.number().check(z.int(), z.positive()) });

const MAX_REMINDERS = 6;
const MAX_REMINDER_DAYS = 365;

const dayFault = `請輸入 1 至 ${MAX_REMINDER_DAYS} 的天數`;
const isReminderDay = (day: number): boolean => Number.isInteger(day) && day >= 1 && day <= MAX_REMINDER_DAYS;

/** Days before the last valid day; none: holders are not reminded. */
const reminderDays = z.array(z.number({ error: dayFault }), { error: '請輸入天數' }).check(
  z.refine((days) => days.every(isReminderDay), { error: dayFault }),
  z.maxLength(MAX_REMINDERS, { error: `最多設定 ${MAX_REMINDERS} 次提醒` }),
  z.refine((days) => new Set(days).size === days.length, { error: '同一個天數只需輸入一次' }),
);

/** `180、90、30、7`, also with full-width digits, commas or spaces. */
const typedDays = (text: string): number[] =>
  text
    .normalize('NFKC')
    .split(/[\s、,;]+/)
    .filter((part) => part !== '')
    .map((part) => Number(/^([0-9]{1,4})天?$/.exec(part)?.[1] ?? 0));

/** The text that staff type. */
export const RemindersForm = z.object({
  days: z.pipe(z.string(), z.pipe(z.transform(typedDays), reminderDays)),
});

export const Reminders = z.object({
  kind: z.object({ id: z.int(), name: z.string() }),
  /** The longest first. */
  days: z.array(z.int()),
  /** A form that saves sends back the version that it was filled in from. */
  version: z.int(),
});
export type Reminders = z.infer<typeof Reminders>;

export const reminders = endpoint({
  method: 'GET',
  path: '/api/office/certificate-reminders/:id',
  access: 'settings.read',
  summary: '一個證照種類在到期前幾天提醒持證人',
  params: ById,
  answer: Reminders,
  refusals: ['not_found'],
});

export const setReminders = endpoint({
  method: 'POST',
  path: '/api/office/certificate-reminders/:id',
  access: 'settings.edit',
  stepUp: true,
  summary: '設定一個證照種類在到期前幾天提醒持證人；新增的天數只提醒之後才到那一天的證照',
  params: ById,
  body: z.object({ days: reminderDays, version: seenVersion }),
  answer: Reminders,
  refusals: ['not_found', 'changed_meanwhile'],
});
