import { readableTime } from '@portal/contract/dates';
import { money } from '@portal/contract/money';
import type { CalendarEvent, Revision } from '../mail/calendar-event.ts';
import { asText } from '../mail/layout.ts';
import type { Part } from '../mail/letters.ts';

export interface ClassFacts {
  organization: string;
  code: string;
  train: string;
  /** For display: `2026-12-05（六）09:00`. */
  startTime: string;
  place: string;
}

export const classFacts = ({
  organization,
  code,
  train,
  startTime,
  place,
}: Omit<ClassFacts, 'startTime'> & { startTime: Date }): ClassFacts => ({
  organization,
  code,
  train,
  startTime: readableTime(startTime),
  place,
});

export interface AboutClass extends ClassFacts {
  name: string;
}

export const newRegistrationFacts = (opening: Parameters<typeof classFacts>[0] & { fee: number }) => ({
  toPay: opening.fee > 0,
  ...classFacts(opening),
});

/** Times are ISO 8601. */
export interface ConfirmedSeat {
  readonly registrationId: number;
  readonly confirmedAt: string;
  readonly startTime: string;
  readonly revision?: Revision;
}

/** Missing in mails queued by earlier versions. */
export interface OptionalSeat {
  seat?: ConfirmedSeat;
}

/** `toPay`: the class has a fee. Missing in mails queued by earlier versions. */
export interface OptionalFee {
  toPay?: boolean;
}

export const classRows = ({ organization, code, train, startTime, place }: ClassFacts) =>
  [
    ['會別', organization],
    ['課程代碼', code],
    ['訓練項目', train],
    ['開課日期', startTime],
    ['上課地點', place],
  ] as const;

const recordsUrl = (publicUrl: string): string => `${publicUrl}/Auth/PayRecord`;

export const toRecords = (publicUrl: string): Part => ({
  link: recordsUrl(publicUrl),
  label: '查看報名繳費紀錄',
});

const calendarSentences = {
  confirmed: '隨信附上開課時間，可加入您的行事曆。',
  moved: '隨信附上新的開課時間，可更新您的行事曆。',
  cancelled: '隨信附上取消通知，可將課程自您的行事曆移除。',
};

export const forCalendar = (seat: ConfirmedSeat | undefined, opening: ClassFacts, publicUrl: string) => {
  if (!seat) return { sentences: [] };
  const { registrationId, confirmedAt, startTime, revision } = seat;
  const event: CalendarEvent = {
    id: `registration-${registrationId}`,
    writtenAt: confirmedAt,
    startTime,
    ...(revision && { revision }),
    title: opening.train,
    organizer: opening.organization,
    place: opening.place,
    description: asText({ rows: classRows(opening) }),
    url: recordsUrl(publicUrl),
  };
  return { sentences: [calendarSentences[revision ?? 'confirmed']], event };
};

export const afterReview = (toPay = true): string =>
  `這封信不代表已完成報名，須待報名資格審查通過後，${toPay ? '才能繳費' : '才算完成報名'}。`;

/** `refund`: whole dollars, paid or reported as paid. */
export const refundSentence = (refund: number, paymentConfirmed: boolean): string =>
  paymentConfirmed
    ? `您已繳納的 ${money(refund)} 將辦理退費，主辦分會將另行與您聯繫。`
    : `您回報的 ${money(refund)} 如已匯款，主辦分會將於確認收到款項後辦理退費，並另行與您聯繫。`;
