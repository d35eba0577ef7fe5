import { money } from '@portal/contract/money';
import { defineLetter } from '../mail/letters.ts';
import {
  type AboutClass,
  afterReview,
  classRows,
  forCalendar,
  type OptionalFee,
  type OptionalSeat,
  refundSentence,
  toRecords,
} from './class-in-letters.ts';

const differenceSentences = ({ toPay, owed, refund }: { toPay: boolean; owed: number; refund: number }) => [
  ...(toPay ? ['此課程須繳費，請於繳費期限內完成繳費，並至「學員中心 > 報名繳費紀錄」回報繳費。'] : []),
  ...(owed > 0 ? [`兩班費用不同，您尚須補繳 ${money(owed)}，主辦分會將另行與您聯繫。`] : []),
  ...(refund > 0 ? [`兩班費用不同，將退還您差額 ${money(refund)}，主辦分會將另行與您聯繫。`] : []),
];

export const enrolledLetter = defineLetter<AboutClass & OptionalFee>(
  'enrolled',
  ({ name, toPay, ...opening }, publicUrl) => ({
    subject: `已收到您的報名：${opening.train}`,
    name,
    body: [
      `我們已收到您的報名，目前資格審查中。${afterReview(toPay)}`,
      { rows: classRows(opening) },
      toRecords(publicUrl),
    ],
  }),
  { forUnconfirmed: true },
);

/** `group`: the group whose managers may pay; missing in mails queued by earlier versions. */
export const approvedLetter = defineLetter<
  AboutClass & OptionalSeat & { toPay: boolean; group?: string | null }
>('approved', ({ name, toPay, group, seat, ...opening }, publicUrl) => {
  const { sentences, ...calendar } = forCalendar(seat, opening, publicUrl);
  return {
    subject: `報名資格審查通過：${opening.train}`,
    name,
    body: [
      toPay
        ? '您的報名資格已審查通過，請於繳費期限內完成繳費，並至「學員中心 > 報名繳費紀錄」回報繳費。待確認收到款項後，才算完成報名。'
        : '您的報名資格已審查通過，本課程無須繳費，您已完成報名。',
      ...(toPay && group
        ? [`您由團體「${group}」報名，可由該團體管理員統一繳費並回報，請先與管理員確認，以免重複繳費。`]
        : []),
      { rows: classRows(opening) },
      ...sentences,
      toRecords(publicUrl),
    ],
    ...calendar,
  };
});

export const rejectedLetter = defineLetter<AboutClass & { reason: string }>(
  'refused',
  ({ name, reason, ...opening }, publicUrl) => ({
    subject: `報名資格審查未通過：${opening.train}`,
    name,
    body: [
      '您的報名經審查資格不符，未能為您保留名額。若有疑問，請洽主辦分會。',
      { rows: [['原因', reason], ...classRows(opening)] },
      toRecords(publicUrl),
    ],
  }),
);

export const reopenedLetter = defineLetter<AboutClass & OptionalFee>(
  'reopened',
  ({ name, toPay, ...opening }, publicUrl) => ({
    subject: `您的報名將重新審查：${opening.train}`,
    name,
    body: [
      `您的報名將重新審查，名額已再次為您保留，目前資格審查中。${afterReview(toPay)}`,
      { rows: classRows(opening) },
      toRecords(publicUrl),
    ],
  }),
);

/** `refund`: whole dollars, paid or reported as paid; 0 for none. */
export const cancelledByStaffLetter = defineLetter<
  AboutClass & OptionalSeat & { reason: string; refund: number; paymentConfirmed: boolean }
>('cancelled_by_staff', ({ name, reason, refund, paymentConfirmed, seat, ...opening }, publicUrl) => {
  const { sentences, ...calendar } = forCalendar(seat, opening, publicUrl);
  return {
    subject: `主辦分會已取消您的報名：${opening.train}`,
    name,
    body: [
      '主辦分會已取消您在以下課程的報名，您的名額已釋出。若有疑問，請洽主辦分會。',
      ...(refund > 0 ? [refundSentence(refund, paymentConfirmed)] : []),
      { rows: [['原因', reason], ...classRows(opening)] },
      ...sentences,
      toRecords(publicUrl),
    ],
    ...calendar,
  };
});

/** `toPay`: only the new class has a fee. `owed`, `refund`: whole dollars, 0 for people who have not paid. */
export const movedLetter = defineLetter<
  AboutClass &
    OptionalSeat & { former: string; reason: string | null; toPay: boolean; owed: number; refund: number }
>('moved', ({ name, former, reason, toPay, owed, refund, seat, ...opening }, publicUrl) => {
  const { sentences, ...calendar } = forCalendar(seat, opening, publicUrl);
  return {
    subject: `您的報名已轉班：${opening.train}`,
    name,
    body: [
      '主辦分會已將您的報名轉至以下課程，請留意開課日期與上課地點。若有疑問，請洽主辦分會。',
      ...differenceSentences({ toPay, owed, refund }),
      {
        rows: [['原課程代碼', former], ...(reason ? [['原因', reason] as const] : []), ...classRows(opening)],
      },
      ...sentences,
      toRecords(publicUrl),
    ],
    ...calendar,
  };
});
