import { defineLetter } from '../mail/letters.ts';

export const accountsMergedLetter = defineLetter<{ name: string; removed: string; number: string }>(
  'accounts_merged',
  ({ name, removed, number }, publicUrl) => ({
    subject: '您的兩個學員帳號已合併',
    name,
    body: [
      `您以證號 ${removed} 建立的帳號，已併入證號 ${number} 的帳號；報名、繳費、成績與證照都保留在同一個帳號。`,
      `今後請以證號 ${number} 登入，另一個帳號不能再登入。`,
      '若這不是您的資料，請儘速洽所屬分會。',
      { link: `${publicUrl}/Auth/Profile`, label: '個人資料編輯' },
    ],
  }),
);
