import type { Class } from '@portal/contract/catalogue';
import { isoTaipei } from '@portal/contract/dates';
import { cleanHtml } from '../platform/http/html.ts';
import type { ShownClass } from './queries.ts';
import {
  callerGroupObstacle,
  groupAllowed,
  personalAllowed,
  personalObstacle,
  type TrainingClass,
} from './rules.ts';

/** PostgreSQL's format for Taipei time, to the second. Other formats are converted. */
const WIRE_TIME = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\+08:00$/;

const wireTime = (time: string): string => (WIRE_TIME.test(time) ? time : isoTaipei(new Date(time)));
const wireTimeOrNull = (time: string | null): string | null => time && wireTime(time);
const dateOrNull = (time: string | null): Date | null => (time === null ? null : new Date(time));

const openingOf = (row: ShownClass): TrainingClass => ({
  ...row,
  startTime: new Date(row.startTime),
  applyFrom: dateOrNull(row.applyFrom),
  applyUntil: dateOrNull(row.applyUntil),
});

export const presentClass = (row: ShownClass, now: Date): Class => {
  const trainingClass = openingOf(row);
  return {
    id: row.id,
    organization: row.organization,
    code: row.code,
    name: row.train,
    start_time: wireTime(row.startTime),
    limit_number: row.limitNumber,
    number: row.number,
    place: row.place,
    contact_name: row.contactName,
    contact_phone: row.contactPhone,
    html: cleanHtml(row.html),
    group_name: row.groupName,
    group_allow: groupAllowed(trainingClass, now),
    personal_allow: personalAllowed(trainingClass, now),
    isAlreadyApply: row.applied,
    apply_from: wireTimeOrNull(row.applyFrom),
    apply_until: wireTimeOrNull(row.applyUntil),
    personal_obstacle: personalObstacle(trainingClass, row, now),
    group_obstacle: callerGroupObstacle(trainingClass, row, now),
    files: row.files,
    fee: row.fee,
    payment_days: row.paymentDays,
    end_time: wireTimeOrNull(row.endTime),
    hours: row.hours,
    sessions: row.sessions,
  };
};
