import {
  afterReviewSentence,
  type ClassForRecipient,
  classRows,
  classRowsWithMap,
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
      { rows: [...feeRows(fee, paymentDays), ...classRowsWithMap(classData)] },
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

interface MembershipData {
  readonly name: string;
  readonly group: string;
  /** The name of the manager who did it, empty if their mailbox is not confirmed. */
  readonly manager: string;
  /** Staff did it, no manager. */
  readonly isStaff?: boolean;
}

const doneBy = ({ manager, isStaff }: MembershipData): string =>
  isStaff ? '本會承辦人員' : managerNamed(manager);

const ownGroupsLink = (publicUrl: string) => ({ link: `${publicUrl}/Group`, label: '查看我所屬的團體' });

export const groupAddedLetter = defineLetter<MembershipData>('group_added', (data, publicUrl) => ({
  subject: `您已加入團體：${data.group}`,
  name: data.name,
  body: [
    `${doneBy(data)}已將您加入團體「${data.group}」。團體管理員可查看您的個人資料，並可為您報名課程。`,
    '團體管理員也可查看您持有團體所需證照的情形（效期、是否已報名或申請換證）；其他證照不會顯示，退出團體後即無法查看。團體需要哪些證照、管理員看到什麼，請至「我所屬的團體」查看。',
    data.isStaff
      ? '若您未同意加入此團體，請洽所屬分會管理人員。'
      : '若您未同意加入此團體，請儘速變更密碼，並洽所屬分會管理人員。',
    ownGroupsLink(publicUrl),
  ],
}));

export const groupRemovedLetter = defineLetter<MembershipData>('group_removed', (data, publicUrl) => ({
  subject: `您已移出團體：${data.group}`,
  name: data.name,
  body: [
    `${doneBy(data)}已將您移出團體「${data.group}」。您先前由此團體報名的課程不受影響；若有疑問，請洽${data.isStaff ? '所屬分會管理人員' : '該團體管理員'}。`,
    recordsLink(publicUrl),
  ],
}));

export const groupManagerLetter = defineLetter<MembershipData>('group_manager', (data, publicUrl) => ({
  subject: `您已成為團體管理員：${data.group}`,
  name: data.name,
  body: [
    `${doneBy(data)}已將您設為團體「${data.group}」的管理員。您可查看成員的個人資料、新增與移除成員，並可為成員報名課程。`,
    '成員的個人資料僅供辦理團體報名，請妥善保管。若您未同意擔任管理員，請洽所屬分會管理人員。',
    ownGroupsLink(publicUrl),
  ],
}));

export const groupManagerEndedLetter = defineLetter<MembershipData>(
  'group_manager_ended',
  (data, publicUrl) => ({
    subject: `您已不再是團體管理員：${data.group}`,
    name: data.name,
    body: [
      `${doneBy(data)}已取消您在團體「${data.group}」的管理員身分，您仍是此團體的成員。若有疑問，請洽所屬分會管理人員。`,
      ownGroupsLink(publicUrl),
    ],
  }),
);

export type MembershipLetter = typeof groupAddedLetter;
