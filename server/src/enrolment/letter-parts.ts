import { readableTime } from '@portal/contract/dates';
import { mapLink } from '@portal/contract/map-link';
import { money } from '@portal/contract/money';
import type { CalendarEvent, Revision } from '../mail/calendar-event.ts';
import { asText } from '../mail/layout.ts';
import type { Part, Row } from '../mail/letters.ts';
import type { CancelledCharges } from '../money/cancel-charges.ts';
import type { State } from './states.ts';

/** The data of a class in a letter. Queued mails store them under these names. */
export interface ClassInLetter {
  organization: string;
  code: string;
  train: string;
  /** The time as it is shown: `2026-12-05（六）09:00`. */
  startTime: string;
  place: string;
}

export const classInLetter = ({
  organization,
  code,
  train,
  startTime,
  place,
}: Omit<ClassInLetter, 'startTime'> & { startTime: Date }): ClassInLetter => ({
  organization,
  code,
  train,
  startTime: readableTime(startTime),
  place,
});

/** The data of a letter about a class: the class, and the name of the recipient. */
export interface ClassForRecipient extends ClassInLetter {
  name: string;
}

interface FeeTerms {
  /** Whole New Taiwan dollars. */
  readonly fee: number;
  /** Days for the payment, from the approval. */
  readonly paymentDays: number;
}

export type LetterFee = ToPay & FeeTerms;

export const enrolledLetterData = ({
  fee,
  paymentDays,
  ...trainingClass
}: Parameters<typeof classInLetter>[0] & FeeTerms) => ({
  toPay: fee > 0,
  fee,
  paymentDays,
  ...classInLetter(trainingClass),
});

export const feeRows = (fee: number, paymentDays: number): Row[] =>
  fee > 0 ? [['費用', `${money(fee)}（審查通過後 ${paymentDays} 日內繳費，最遲至開課前一日）`]] : [];

/** The calendar event of a seat; mails store it as `seat`. Times are ISO 8601. */
export interface CalendarSeat {
  readonly registrationId: number;
  /** When the mail was queued. */
  readonly queuedAt: string;
  readonly startTime: string;
  readonly revision?: Revision;
}

/** Absent if the letter carries no calendar event. */
export interface OptionalSeat {
  seat?: CalendarSeat;
}

export interface ToPay {
  /** Whether the class has a fee. */
  toPay: boolean;
}

/** Amounts in whole dollars; 0 for none. */
export interface LetterRefund {
  /** Money that was received and goes back. */
  refund: number;
  /** The amount that was owed and reported as paid, but not received. */
  reported: number;
}

export const classRows = ({ organization, code, train, startTime, place }: ClassInLetter) =>
  [
    ['會別', organization],
    ['課程代碼', code],
    ['訓練項目', train],
    ['開課日期', startTime],
    ['上課地點', place],
  ] as const;

/** Letters to people who are to come show these rows. */
export const classRowsWithMap = (trainingClass: ClassInLetter): Row[] => {
  const { place } = trainingClass;
  const rows = classRows(trainingClass).filter(([term]) => term !== '上課地點');
  return [...rows, ['上課地點', place, { label: '查看地圖', link: mapLink(place) }]];
};

export const bringRow = ['請攜帶', '身分證件、手機（出示報到碼）、文具與個人用水'] as const;

/** People cancel by themselves until they have paid. After that, the branch does it. */
export const cancelSentence = (isConfirmed: boolean): string =>
  isConfirmed
    ? '若無法參加，請洽主辦分會辦理取消。'
    : '若無法參加，請於開課前至「學員中心 > 報名繳費紀錄」取消報名。';

const recordsUrl = (publicUrl: string): string => `${publicUrl}/Auth/PayRecord`;

export const recordsLink = (publicUrl: string): Part => ({
  link: recordsUrl(publicUrl),
  label: '查看報名繳費紀錄',
});

const calendarSentences = {
  confirmed: '隨信附上開課時間，可加入您的行事曆。',
  moved: '隨信附上新的開課時間，可更新您的行事曆。',
  cancelled: '隨信附上取消通知，可將課程自您的行事曆移除。',
};

export const calendarPart = (seat: CalendarSeat | undefined, classData: ClassInLetter, publicUrl: string) => {
  if (!seat) return { sentences: [] };
  const { registrationId, queuedAt, startTime, revision } = seat;
  const event: CalendarEvent = {
    id: `registration-${registrationId}`,
    writtenAt: queuedAt,
    startTime,
    ...(revision && { revision }),
    title: classData.train,
    organizer: classData.organization,
    place: classData.place,
    description: asText({ rows: classRows(classData) }),
    url: recordsUrl(publicUrl),
  };
  return { sentences: [calendarSentences[revision ?? 'confirmed']], event };
};

export const afterReviewSentence = (toPay: boolean): string =>
  `這封信不代表已完成報名，須待報名資格審查通過後，${toPay ? '才能繳費，屆時將提供繳費資訊' : '才算完成報名'}。`;

export const letterRefund = ({ from, refund, owed }: CancelledCharges & { from: State }): LetterRefund => ({
  refund,
  reported: from === 'reported' ? owed : 0,
});

export const refundSentences = ({ refund, reported }: LetterRefund): string[] => [
  ...(refund > 0 ? [`您已繳納的 ${money(refund)} 將辦理退費，主辦分會將另行與您聯繫。`] : []),
  ...(reported > 0
    ? [`您回報的 ${money(reported)} 如已匯款，主辦分會將於確認收到款項後辦理退費，並另行與您聯繫。`]
    : []),
];
