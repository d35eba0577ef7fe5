import {
  bringRow,
  type ClassForRecipient,
  calendarPart,
  classRows,
  classRowsWithMap,
  type LetterRefund,
  type OptionalSeat,
  recordsLink,
  refundSentences,
} from '../enrolment/letter-parts.ts';
import { defineLetter } from '../mail/letters.ts';

/* Letters to all people who hold a seat in a class. */

interface Sessions {
  /** `2026-12-05 09:00–17:00`, in order. */
  readonly sessions: readonly string[];
}

interface Postponement {
  readonly message: string;
  /** The last day of free cancellation, for display; null for none. */
  readonly until: string | null;
}

const sessionRow = ({ sessions }: Sessions) => ['上課時段', sessions.join('\n')] as const;

export const classChangedLetter = defineLetter<
  ClassForRecipient & OptionalSeat & Sessions & { message: string }
>('class_changed', ({ name, message, seat, sessions, ...classData }, publicUrl) => {
  const { sentences, ...calendar } = calendarPart(seat, classData, publicUrl);
  return {
    subject: `上課時間或地點變更：${classData.train}`,
    name,
    body: [
      '您報名的課程變更了上課時間或地點，請留意以下內容。若有疑問，請洽主辦分會。',
      { rows: [['說明', message], ...classRowsWithMap(classData), sessionRow({ sessions })] },
      ...sentences,
      recordsLink(publicUrl),
    ],
    ...calendar,
  };
});

export const classPostponedLetter = defineLetter<ClassForRecipient & OptionalSeat & Sessions & Postponement>(
  'class_postponed',
  ({ name, message, until, seat, sessions, ...classData }, publicUrl) => {
    const { sentences, ...calendar } = calendarPart(seat, classData, publicUrl);
    return {
      subject: `課程延期：${classData.train}`,
      name,
      body: [
        '您報名的課程已延期，您的名額仍為您保留。',
        ...(until === null
          ? []
          : [
              `若您無法參加新的時段，可於 ${until} 以前（含當日）至「學員中心 > 報名繳費紀錄」取消報名；已繳費者將全額退費。`,
            ]),
        { rows: [['說明', message], ...classRowsWithMap(classData), sessionRow({ sessions })] },
        ...sentences,
        recordsLink(publicUrl),
      ],
      ...calendar,
    };
  },
);

export const classCalledOffLetter = defineLetter<
  ClassForRecipient & OptionalSeat & LetterRefund & { reason: string; text: string }
>('class_called_off', ({ name, reason, text, refund, reported, seat, ...classData }, publicUrl) => {
  const { sentences, ...calendar } = calendarPart(seat, classData, publicUrl);
  return {
    subject: `課程停開：${classData.train}`,
    name,
    body: [
      `很抱歉，您報名的課程因${reason}停開，您的報名已取消。`,
      ...refundSentences({ refund, reported }),
      { rows: [['說明', text], ...classRows(classData)] },
      ...sentences,
      { link: `${publicUrl}/ClassInfo`, label: '查看其他開課資訊' },
    ],
    ...calendar,
  };
});

/** Ends when the class starts: `minutes` is the time until then. */
export const classReminderLetter = defineLetter<ClassForRecipient & Sessions & { minutes: number }>(
  'class_reminder',
  ({ name, sessions, ...classData }, publicUrl) => ({
    subject: `上課提醒：${classData.train}，${classData.startTime}`,
    name,
    body: [
      `提醒您，您報名的課程將於 ${classData.startTime} 開課。期待與您見面！`,
      {
        rows: [
          ...classRowsWithMap(classData),
          ...(sessions.length > 0 ? [sessionRow({ sessions })] : []),
          bringRow,
        ],
      },
      '到場時請出示「學員中心 > 報名繳費紀錄」中的報到碼，由工作人員為您報到。服裝、器材等其他準備事項，請見課程說明。',
      { link: `${publicUrl}/ClassInfo/${encodeURIComponent(classData.code)}`, label: '查看課程說明' },
      recordsLink(publicUrl),
    ],
  }),
  { inDaytime: true },
);
