import { money } from '@portal/contract/money';
import {
  bringRow,
  type ClassForRecipient,
  calendarPart,
  cancelSentence,
  classRows,
  classRowsWithMap,
  type OptionalSeat,
  recordsLink,
} from '../enrolment/letter-parts.ts';
import { defineLetter } from '../mail/letters.ts';

interface RejectedPayment extends ClassForRecipient {
  readonly reason: string;
  /** The person's name in a mail to a manager, empty if the mailbox is unconfirmed; null in a mail to the person. */
  readonly person: string | null;
  /** The group whose manager reported; null if the person did, and in mails to managers. */
  readonly group: string | null;
  /** The registration was cancelled since. */
  readonly isCancelled: boolean;
}

/** If a manager reported, ask them before paying again. */
const notReceived = ({ person, group, isCancelled }: RejectedPayment): string => {
  if (person === null && group && !isCancelled) {
    return `您由團體「${group}」報名，我們未能確認收到該團體管理員為您回報的款項，請先與管理員確認，以免重複繳費。`;
  }
  const money = person === null ? '您的款項' : `您為${person ? `「${person}」` : '團體成員'}繳納的款項`;
  if (isCancelled)
    return `這項報名已取消，我們未能確認收到${money}，因此不辦理退費。若您確實已匯款，請洽主辦分會。`;
  return `我們未能確認收到${money}，請確認匯款資料後，至「學員中心 > 報名繳費紀錄」重新回報繳費。`;
};

interface ReportedPayment extends ClassForRecipient {
  /** The day in Taipei: `2026-11-30`. */
  readonly paidTime: string;
  /** Whole dollars. */
  readonly paidMoney: number;
  /** How many people of a group the report covers; null for a person's own. */
  readonly groupSize: number | null;
  /** Missing in older mails. */
  readonly groupName?: string | null;
  /** Whole dollars that the report lacks, and the payment deadline, for display. Missing if nothing lacks. */
  readonly shortfall?: { readonly due: number; readonly missing: number; readonly deadline?: string };
}

const shortfallSentence = ({ due, missing, deadline }: NonNullable<ReportedPayment['shortfall']>): string =>
  `應繳 ${money(due)}，您回報的金額尚差 ${money(missing)}。請補足差額；${
    deadline ? `分會確認收到全額前，繳費期限 ${deadline}仍然適用。` : '分會確認收到全額前，尚未完成報名。'
  }`;

const forPeople = (groupSize: number | null, groupName: string | null | undefined): string => {
  if (groupSize === null) return '';
  return groupName ? `為團體「${groupName}」${groupSize} 人` : `為團體 ${groupSize} 人`;
};

/** Leaves out the digits and the name of the payer: the records show them, behind the login. */
export const paymentReportedLetter = defineLetter<ReportedPayment>(
  'payment_reported',
  ({ name, paidTime, paidMoney, groupSize, groupName, shortfall, ...classData }, publicUrl) => ({
    subject: `已收到您的繳費回報：${classData.train}`,
    name,
    body: [
      `我們已收到您${forPeople(groupSize, groupName)}送出的繳費回報。這封信不代表已確認收到款項，待確認後才算完成報名，結果將另行通知。`,
      { rows: [['匯款日期', paidTime], ['匯款金額', money(paidMoney)], ...classRows(classData)] },
      ...(shortfall ? [shortfallSentence(shortfall)] : []),
      recordsLink(publicUrl),
    ],
  }),
);

/** `surplus`: whole dollars. */
export const paymentConfirmedLetter = defineLetter<ClassForRecipient & OptionalSeat & { surplus: number }>(
  'payment_confirmed',
  ({ name, seat, surplus, ...classData }, publicUrl) => {
    const { sentences, ...calendar } = calendarPart(seat, classData, publicUrl);
    return {
      subject: `已確認收到款項：${classData.train}`,
      name,
      body: [
        '我們已確認收到款項，您已完成報名，請準時上課。',
        { rows: [...classRowsWithMap(classData), bringRow] },
        ...(surplus > 0 ? [`您溢繳的 ${money(surplus)} 將辦理退費，主辦分會將另行與您聯繫。`] : []),
        ...sentences,
        cancelSentence(true),
        recordsLink(publicUrl),
      ],
      ...calendar,
    };
  },
);

/** Whole dollars. */
export const paymentShortLetter = defineLetter<ClassForRecipient & { received: number; missing: number }>(
  'payment_short',
  ({ name, received, missing, ...classData }, publicUrl) => ({
    subject: `繳費金額不足：${classData.train}`,
    name,
    body: [
      `我們已收到款項 ${money(received)}，尚差 ${money(missing)}。請補足差額，並至「學員中心 > 報名繳費紀錄」重新回報繳費。`,
      { rows: classRows(classData) },
      recordsLink(publicUrl),
    ],
  }),
);

export const confirmationUndoneLetter = defineLetter<ClassForRecipient & OptionalSeat & { reason: string }>(
  'payment_confirmation_undone',
  ({ name, reason, seat, ...classData }, publicUrl) => {
    const { sentences, ...calendar } = calendarPart(seat, classData, publicUrl);
    return {
      subject: `繳費確認已撤銷：${classData.train}`,
      name,
      body: [
        '先前的繳費確認有誤，已予撤銷，您的報名尚未完成。如有疑問，請洽主辦分會。',
        { rows: [['原因', reason], ...classRows(classData)] },
        ...sentences,
        recordsLink(publicUrl),
      ],
      ...calendar,
    };
  },
);

export const paymentRejectedLetter = defineLetter<RejectedPayment>(
  'payment_rejected',
  (rejected, publicUrl) => ({
    subject: `繳費回報未通過審查：${rejected.train}`,
    name: rejected.name,
    body: [
      notReceived(rejected),
      { rows: [['原因', rejected.reason], ...classRows(rejected)] },
      recordsLink(publicUrl),
    ],
  }),
);
