import {
  afterReviewSentence,
  type ClassForRecipient,
  classRows,
  feeRows,
  type LetterFee,
  recordsLink,
} from '../enrolment/letter-parts.ts';
import { defineLetter } from '../mail/letters.ts';

const managerNamed = (manager: string): string => (manager ? `管理員「${manager}」` : '團體管理員');

export const groupEnrolledLetter = defineLetter<ClassForRecipient & LetterFee & { group: string }>(
  'group_enrolled',
  ({ name, group, toPay, fee, paymentDays, ...classData }, publicUrl) => ({
    subject: `您已由團體「${group}」報名：${classData.train}`,
    name,
    body: [
      `您已由團體「${group}」報名，目前資格審查中。${afterReviewSentence(toPay)}${toPay ? '費用可由團體管理員統一繳交，請先與管理員確認，以免重複繳費。' : ''}`,
      { rows: [...feeRows(fee, paymentDays), ...classRows(classData)] },
      recordsLink(publicUrl),
    ],
  }),
  { forUnconfirmed: true },
);

export const groupCancelledLetter = defineLetter<ClassForRecipient & { group: string }>(
  'group_cancelled',
  ({ name, group, ...classData }, publicUrl) => ({
    subject: `團體「${group}」已取消您的報名：${classData.train}`,
    name,
    body: [
      `團體「${group}」的管理員已取消您在以下課程的報名，您的名額已釋出。若您已匯款或有疑問，請洽該團體管理員。`,
      { rows: classRows(classData) },
      recordsLink(publicUrl),
    ],
  }),
);

/** `manager`: their name, empty if their mailbox is not confirmed. */
export const groupAddedLetter = defineLetter<{ name: string; group: string; manager: string }>(
  'group_added',
  ({ name, group, manager }, publicUrl) => ({
    subject: `您已加入團體：${group}`,
    name,
    body: [
      `${managerNamed(manager)}已將您加入團體「${group}」。團體管理員可查看您的個人資料，並可為您報名課程。`,
      '團體管理員也可查看您持有團體所需證照的情形（效期、是否已報名或申請換證）；其他證照不會顯示，退出團體後即無法查看。團體需要哪些證照、管理員看到什麼，請至「我所屬的團體」查看。',
      '若您未同意加入此團體，請儘速變更密碼，並洽所屬分會管理人員。',
      { link: `${publicUrl}/Group`, label: '查看我所屬的團體' },
    ],
  }),
);

export const groupRemovedLetter = defineLetter<{ name: string; group: string; manager: string }>(
  'group_removed',
  ({ name, group, manager }, publicUrl) => ({
    subject: `您已移出團體：${group}`,
    name,
    body: [
      `${managerNamed(manager)}已將您移出團體「${group}」。您先前由此團體報名的課程不受影響；若有疑問，請洽該團體管理員。`,
      recordsLink(publicUrl),
    ],
  }),
);
