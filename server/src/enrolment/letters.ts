import { money } from '@portal/contract/money';
import { defineLetter } from '../mail/letters.ts';
import {
  afterReviewSentence,
  bringRow,
  type ClassForRecipient,
  calendarPart,
  cancelSentence,
  classRows,
  classRowsWithMap,
  feeRows,
  type LetterFee,
  type LetterRefund,
  type OptionalSeat,
  recordsLink,
  refundSentences,
  type ToPay,
} from './letter-parts.ts';

interface Dues {
  /** Whole New Taiwan dollars. */
  readonly amount: number;
  /** The payment deadline, for display. */
  readonly due: string;
}

interface OptionalDues {
  /** Absent if nothing is to be paid now. */
  readonly dues?: Dues;
}

const duesRows = (dues: Dues | undefined): (readonly [string, string])[] =>
  dues
    ? [
        ['應繳金額', money(dues.amount)],
        ['繳費期限', dues.due],
      ]
    : [];

interface Difference {
  /**
   * Whether the move turned a confirmed seat into one that must be paid. Not the `toPay` of the other letters, which says
   * whether the class has a fee.
   */
  readonly toPay: boolean;
  /** The difference to pay in whole dollars, like the refund; 0 for people who have not paid. */
  readonly owed: number;
  readonly refund: number;
}

const howToPay = '請至「學員中心 > 報名繳費紀錄」查詢繳費資訊，並於繳費期限內完成繳費及回報。';

const differenceSentences = ({ toPay, owed, refund }: Difference) => [
  ...(toPay && owed === 0 ? [`此課程須繳費，${howToPay}`] : []),
  ...(owed > 0 ? [`兩班費用不同，您尚須補繳 ${money(owed)}。${howToPay}`] : []),
  ...(refund > 0 ? [`兩班費用不同，將退還您差額 ${money(refund)}，主辦分會將另行與您聯繫。`] : []),
];

interface OptionalConfirmBy {
  /** The time as it is shown. Absent if the registration does not lapse. */
  readonly confirmBy?: string;
}

const confirmBySentence = (time: string): string =>
  `請於 ${time} 前點選信中的連結，確認您的電子信箱；屆時若仍未確認，此報名將取消並釋出名額。已確認者不必再做任何事。`;

export const enrolledLetter = defineLetter<ClassForRecipient & LetterFee & OptionalConfirmBy>(
  'enrolled',
  ({ name, toPay, fee, paymentDays, confirmBy, ...classData }, publicUrl) => ({
    subject: `已收到您的報名：${classData.train}`,
    name,
    body: [
      `我們已收到您的報名，目前資格審查中。${afterReviewSentence(toPay)}`,
      ...(confirmBy === undefined ? [] : [confirmBySentence(confirmBy)]),
      { rows: [...feeRows(fee, paymentDays), ...classRowsWithMap(classData)] },
      cancelSentence(false),
      recordsLink(publicUrl),
    ],
  }),
  { forUnconfirmed: true },
);

interface Approval {
  /** Whether the class has a fee. */
  readonly toPay: boolean;
  /** The group whose managers may pay; null for none. Absent without a fee. */
  readonly group?: string | null;
}

export const approvedLetter = defineLetter<ClassForRecipient & OptionalSeat & OptionalDues & Approval>(
  'approved',
  ({ name, toPay, group, dues, seat, ...classData }, publicUrl) => {
    const { sentences, ...calendar } = calendarPart(seat, classData, publicUrl);
    return {
      subject: `報名資格審查通過：${classData.train}`,
      name,
      body: [
        toPay
          ? `您的報名資格已審查通過，${howToPay}待確認收到款項後，才算完成報名。`
          : '您的報名資格已審查通過，本課程無須繳費，您已完成報名。',
        ...(toPay && group
          ? [`您由團體「${group}」報名，可由該團體管理員統一繳費並回報，請先與管理員確認，以免重複繳費。`]
          : []),
        { rows: [...duesRows(dues), ...classRowsWithMap(classData), ...(toPay ? [] : [bringRow])] },
        ...sentences,
        cancelSentence(!toPay),
        recordsLink(publicUrl),
      ],
      ...calendar,
    };
  },
);

export const rejectedLetter = defineLetter<ClassForRecipient & { reason: string }>(
  'rejected',
  ({ name, reason, ...classData }, publicUrl) => ({
    subject: `報名資格審查未通過：${classData.train}`,
    name,
    body: [
      '您的報名經審查資格不符，未能為您保留名額。若有疑問，請洽主辦分會。',
      { rows: [['原因', reason], ...classRows(classData)] },
      recordsLink(publicUrl),
    ],
  }),
);

export const reopenedLetter = defineLetter<ClassForRecipient & ToPay>(
  'reopened',
  ({ name, toPay, ...classData }, publicUrl) => ({
    subject: `您的報名將重新審查：${classData.train}`,
    name,
    body: [
      `您的報名將重新審查，名額已再次為您保留，目前資格審查中。${afterReviewSentence(toPay)}`,
      { rows: classRowsWithMap(classData) },
      recordsLink(publicUrl),
    ],
  }),
);

/** `refund`: whole dollars that were received before. */
export const cancelledLetter = defineLetter<ClassForRecipient & Pick<LetterRefund, 'refund'>>(
  'cancelled',
  ({ name, refund, ...classData }, publicUrl) => ({
    subject: `已取消報名：${classData.train}`,
    name,
    body: [
      '您已取消以下課程的報名，名額已釋出。如要再參加，請重新報名；若已匯款，請洽主辦分會。',
      ...refundSentences({ refund, reported: 0 }),
      { rows: classRows(classData) },
      recordsLink(publicUrl),
    ],
  }),
);

/** Allowed for an unconfirmed mailbox, because its reader has lost a seat. */
export const lapsedLetter = defineLetter<ClassForRecipient & { reason: string }>(
  'lapsed',
  ({ name, reason, ...classData }, publicUrl) => ({
    subject: `報名名額已釋出：${classData.train}`,
    name,
    body: [
      '您在以下課程的報名已取消，名額已釋出。如仍要參加，請先確認您的電子信箱，再重新報名。若有疑問，請洽主辦分會。',
      { rows: [['原因', reason], ...classRows(classData)] },
      recordsLink(publicUrl),
    ],
  }),
  { forUnconfirmed: true },
);

export const cancelledByStaffLetter = defineLetter<
  ClassForRecipient & OptionalSeat & LetterRefund & { reason: string }
>('cancelled_by_staff', ({ name, reason, refund, reported, seat, ...classData }, publicUrl) => {
  const { sentences, ...calendar } = calendarPart(seat, classData, publicUrl);
  return {
    subject: `主辦分會已取消您的報名：${classData.train}`,
    name,
    body: [
      '主辦分會已取消您在以下課程的報名，您的名額已釋出。若有疑問，請洽主辦分會。',
      ...refundSentences({ refund, reported }),
      { rows: [['原因', reason], ...classRows(classData)] },
      ...sentences,
      recordsLink(publicUrl),
    ],
    ...calendar,
  };
});

export const movedLetter = defineLetter<
  ClassForRecipient & OptionalSeat & OptionalDues & Difference & { former: string; reason: string | null }
>('moved', ({ name, former, reason, toPay, owed, refund, dues, seat, ...classData }, publicUrl) => {
  const { sentences, ...calendar } = calendarPart(seat, classData, publicUrl);
  return {
    subject: `您的報名已轉班：${classData.train}`,
    name,
    body: [
      '主辦分會已將您的報名轉至以下課程，請留意開課日期與上課地點。若有疑問，請洽主辦分會。',
      ...differenceSentences({ toPay, owed, refund }),
      {
        rows: [
          ['原課程代碼', former],
          ...(reason ? [['原因', reason] as const] : []),
          ...duesRows(dues),
          ...classRowsWithMap(classData),
        ],
      },
      ...sentences,
      recordsLink(publicUrl),
    ],
    ...calendar,
  };
});

export const cancelledAfterPostponementLetter = defineLetter<ClassForRecipient & OptionalSeat & LetterRefund>(
  'cancelled_after_postponement',
  ({ name, refund, reported, seat, ...classData }, publicUrl) => {
    const { sentences, ...calendar } = calendarPart(seat, classData, publicUrl);
    return {
      subject: `已取消報名：${classData.train}`,
      name,
      body: [
        '課程延期後，您已取消以下課程的報名。',
        ...refundSentences({ refund, reported }),
        { rows: classRows(classData) },
        ...sentences,
        recordsLink(publicUrl),
      ],
      ...calendar,
    };
  },
);

interface Reminder {
  /** The payment deadline, for display. */
  readonly due: string;
  /** Whole dollars that are still due. */
  readonly fee: number;
}

export const paymentReminderLetter = defineLetter<ClassForRecipient & Reminder>(
  'payment_reminder',
  ({ name, due, fee, ...classData }, publicUrl) => ({
    subject: `繳費提醒：${classData.train}`,
    name,
    body: [
      `您的報名資格已審查通過，但已逾繳費期限（${due}），我們尚未收到您的繳費回報。請儘速繳費，並至「學員中心 > 報名繳費紀錄」回報；若您已繳費，請儘速回報。逾期未繳者，名額可能釋出。`,
      { rows: [['應繳金額', money(fee)], ...classRowsWithMap(classData)] },
      cancelSentence(false),
      recordsLink(publicUrl),
    ],
  }),
);

export const applicantCodeLetter = defineLetter<{
  name: string;
  staff: string;
  minutes: number;
  secret: { code: string };
}>(
  'applicant_code',
  ({ name, staff, minutes, secret: { code } }) => ({
    subject: '代為報名驗證碼',
    name,
    body: [
      `本會承辦人員 ${staff} 正要為您代為報名。若您正在來電或臨櫃辦理，請於 ${minutes} 分鐘內告知承辦人員下列驗證碼：`,
      { rows: [['驗證碼', code]] },
      '若您並未請本會人員代為報名，請勿將驗證碼告訴任何人，並洽所屬分會管理人員。',
    ],
  }),
  { urgent: true, hasOwnLimit: true },
);
