import { isoTaipei } from '@portal/contract/dates';
import type { ClassRow, ClassSession, OfficeClass } from '@portal/contract/office/classes';
import type { RegistrationState } from '@portal/contract/office/reviews';
import { cleanHtml } from '../platform/html.ts';
import type { ClassListRow } from './classes-list.ts';
import type { FoundClass, SessionRow } from './staff-queries.ts';

export const presentClassRow = ({ cursor: _, id, startTime, ...row }: ClassListRow): ClassRow => ({
  ...row,
  id: Number(id),
  startTime: isoTaipei(new Date(startTime)),
});

const presentSession = ({ date, fromTime, toTime, place, instructor }: SessionRow): ClassSession => ({
  date,
  from: fromTime.slice(0, 5),
  to: toTime.slice(0, 5),
  place,
  instructor,
});

const timeOrNull = (time: Date | null): string | null => time && isoTaipei(time);

interface Surroundings {
  readonly sessions: readonly SessionRow[];
  readonly counts: ReadonlyMap<RegistrationState, number>;
}

export const presentOfficeClass = (
  { class: opening, course, organization, group, bankAccount }: FoundClass,
  { sessions, counts }: Surroundings,
): OfficeClass => {
  const count = (state: RegistrationState) => counts.get(state) ?? 0;
  return {
    id: opening.id,
    code: opening.code,
    state: opening.state,
    course: { id: course.id, code: course.code, name: course.chineseName, hours: course.hours },
    organization: { id: opening.organizationId, name: organization },
    startTime: isoTaipei(opening.startTime),
    endTime: timeOrNull(opening.endTime),
    sessions: sessions.map(presentSession),
    place: opening.place,
    contactName: opening.contactName,
    contactPhone: opening.contactPhone,
    limitNumber: opening.limitNumber,
    minimumNumber: opening.minimumNumber,
    number: opening.number,
    counts: {
      pending: count('pending'),
      unpaid: count('unpaid'),
      reported: count('reported'),
      confirmed: count('confirmed'),
      refused: count('refused'),
    },
    fee: opening.fee,
    paymentDays: opening.paymentDays,
    bankAccount: bankAccount && {
      id: bankAccount.id,
      bank: bankAccount.bank,
      holder: bankAccount.holder,
      number: bankAccount.number,
    },
    hours: opening.hours,
    personalAllow: opening.personalAllow,
    groupAllow: opening.groupAllow,
    group,
    applyFrom: timeOrNull(opening.applyFrom),
    applyUntil: timeOrNull(opening.applyUntil),
    html: cleanHtml(opening.html),
    paidHtml: cleanHtml(opening.paidHtml),
    info: opening.info && cleanHtml(opening.info),
    staffNote: opening.staffNote,
    publishedAt: timeOrNull(opening.publishedAt),
    publishAt: timeOrNull(opening.publishAt),
    postponedAt: timeOrNull(opening.postponedAt),
    freeCancelUntil: opening.freeCancelUntil,
    calledOff: opening.callOffReason && {
      reason: opening.callOffReason,
      text: opening.callOffText ?? '',
    },
  };
};
