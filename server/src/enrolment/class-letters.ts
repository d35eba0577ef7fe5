import { defineLetter } from '../mail/letters.ts';
import {
  type AboutClass,
  classRows,
  forCalendar,
  type MayConfirm,
  refundSentence,
  toRecords,
} from './class-in-letters.ts';

/* Letters to everybody who holds a seat in a class. */

interface Sessions {
  /** `2026-12-05 09:00–17:00`, in order. */
  readonly sessions: readonly string[];
}

const sessionRow = ({ sessions }: Sessions) => ['上課時段', sessions.join('\n')] as const;

/** The time or the place has changed. */
export const classChangedLetter = defineLetter<AboutClass & MayConfirm & Sessions & { message: string }>(
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

/** `until`: the last day on which the reader may cancel without loss, for display; null: none. */
export const classPostponedLetter = defineLetter<
  AboutClass & MayConfirm & Sessions & { message: string; until: string | null }
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

/** `refund`: whole dollars that were paid, or are said to have been; 0 if nothing was. */
export const classCalledOffLetter = defineLetter<
  AboutClass & MayConfirm & { reason: string; text: string; refund: number; paymentConfirmed: boolean }
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

/** The reader has cancelled after the class was put off. */
export const cancelledAfterPostponementLetter = defineLetter<
  AboutClass & MayConfirm & { refund: number; paymentConfirmed: boolean }
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

/** `due`: the day by which it should have been paid, for display. */
export const paymentReminderLetter = defineLetter<AboutClass & { due: string; fee: number }>(
  'payment_reminder',
  ({ name, due, fee, ...opening }, publicUrl) => ({
    subject: `繳費提醒：${opening.train}`,
    name,
    body: [
      `您的報名資格已審查通過，但已逾繳費期限（${due}），我們尚未收到您的繳費回報。請儘速繳費，並至「學員中心 > 報名繳費紀錄」回報；若您已繳費，請儘速回報。逾期未繳者，名額可能釋出。`,
      { rows: [['應繳金額', `${fee} 元`], ...classRows(opening)] },
      toRecords(publicUrl),
    ],
  }),
);
