import { defineLetter } from '../mail/letters.ts';

export const erasureRequestedLetter = defineLetter<{ name: string; time: string }>(
  'erasure_requested',
  ({ name, time }, publicUrl) => ({
    subject: '已收到您的個人資料刪除申請',
    name,
    body: [
      `我們已於 ${time} 收到您刪除個人資料的申請，將由所屬分會承辦人審查，結果另行通知。審查前您可隨時撤回申請。`,
      '若您未提出此申請，請登入後撤回，並儘速變更密碼。',
      { link: `${publicUrl}/Auth/Profile`, label: '個人資料編輯' },
    ],
  }),
);

export const erasureWithdrawnLetter = defineLetter<{ name: string; time: string }>(
  'erasure_withdrawn',
  ({ name, time }, publicUrl) => ({
    subject: '您的個人資料刪除申請已撤回',
    name,
    body: [
      `您刪除個人資料的申請已於 ${time} 撤回，您的資料維持不變。`,
      '若您未撤回此申請，請儘速變更密碼，並洽所屬分會管理人員。',
      { link: `${publicUrl}/Auth/Profile`, label: '個人資料編輯' },
    ],
  }),
);
