import { money } from '@portal/contract/money';
import { defineLetter } from '../mail/letters.ts';
import {
  type AboutClass,
  classRows,
  forCalendar,
  type OptionalSeat,
  refundSentence,
  toRecords,
} from './class-in-letters.ts';

/* Letters to everybody who holds a seat in a class. */

interface Sessions {
  /** `2026-12-05 09:00–17:00`, in order. */
  readonly sessions: readonly string[];
}

const sessionRow = ({ sessions }: Sessions) => ['上課時段', sessions.join('\n')] as const;

export const classChangedLetter = defineLetter<AboutClass & OptionalSeat & Sessions & { message: string }>(
  'class_changed',
  ({ name, message, seat, sessions, ...opening }, publicUrl) => {
    const { sentences, ...calendar } = forCalendar(seat, opening, publicUrl);
    return {
      subject: `上課時間或地點變更：${opening.train}`,
      name,
      body: [
        '您報名的課程變更了上課時間或地點，請留意以下內容。若有疑問，請洽主辦分會。',
        { rows: [['說明', message], ...classRows(opening), sessionRow({ sessions })] },
        ...sentences,
        toRecords(publicUrl),
      ],
      ...calendar,
    };
  },
);

/** `until`: the last day of free cancellation, for display; null for none. */
export const classPostponedLetter = defineLetter<
  AboutClass & OptionalSeat & Sessions & { message: string; until: string | null }
>('class_postponed', ({ name, message, until, seat, sessions, ...opening }, publicUrl) => {
  const { sentences, ...calendar } = forCalendar(seat, opening, publicUrl);
  return {
    subject: `課程延期：${opening.train}`,
    name,
    body: [
      '您報名的課程已延期，您的名額仍為您保留。',
      ...(until === null
        ? []
        : [
            `若您無法參加新的時段，可於 ${until} 前至「學員中心 > 報名繳費紀錄」取消報名；已繳費者將全額退費。`,
          ]),
      { rows: [['說明', message], ...classRows(opening), sessionRow({ sessions })] },
      ...sentences,
      toRecords(publicUrl),
    ],
    ...calendar,
  };
});

/** `refund`: whole dollars, paid or reported as paid; 0 for none. */
export const classCalledOffLetter = defineLetter<
  AboutClass & OptionalSeat & { reason: string; text: string; refund: number; paymentConfirmed: boolean }
>('class_called_off', ({ name, reason, text, refund, paymentConfirmed, seat, ...opening }, publicUrl) => {
  const { sentences, ...calendar } = forCalendar(seat, opening, publicUrl);
  return {
    subject: `課程停開：${opening.train}`,
    name,
    body: [
      `很抱歉，您報名的課程因${reason}停開，您的報名已取消。`,
      ...(refund > 0 ? [refundSentence(refund, paymentConfirmed)] : []),
      { rows: [['說明', text], ...classRows(opening)] },
      ...sentences,
      { link: `${publicUrl}/ClassInfo`, label: '查看其他開課資訊' },
    ],
    ...calendar,
  };
});

export const cancelledAfterPostponementLetter = defineLetter<
  AboutClass & OptionalSeat & { refund: number; paymentConfirmed: boolean }
>('cancelled_after_postponement', ({ name, refund, paymentConfirmed, seat, ...opening }, publicUrl) => {
  const { sentences, ...calendar } = forCalendar(seat, opening, publicUrl);
  return {
    subject: `已取消報名：${opening.train}`,
    name,
    body: [
      '課程延期後，您已取消以下課程的報名。',
      ...(refund > 0 ? [refundSentence(refund, paymentConfirmed)] : []),
      { rows: classRows(opening) },
      ...sentences,
      toRecords(publicUrl),
    ],
    ...calendar,
  };
});

/** `due`: the payment deadline, for display. */
export const paymentReminderLetter = defineLetter<AboutClass & { due: string; fee: number }>(
  'payment_reminder',
  ({ name, due, fee, ...opening }, publicUrl) => ({
    subject: `繳費提醒：${opening.train}`,
    name,
    body: [
      `您的報名資格已審查通過，但已逾繳費期限（${due}），我們尚未收到您的繳費回報。請儘速繳費，並至「學員中心 > 報名繳費紀錄」回報；若您已繳費，請儘速回報。逾期未繳者，名額可能釋出。`,
      { rows: [['應繳金額', money(fee)], ...classRows(opening)] },
      toRecords(publicUrl),
    ],
  }),
);
