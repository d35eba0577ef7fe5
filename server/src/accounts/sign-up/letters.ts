import { defineLetter } from '../../mail/letters.ts';

export const registeredLetter = defineLetter<{ name: string }>(
  'registered',
  ({ name }, publicUrl) => ({
    subject: '加入學員成功',
    name,
    body: [
      '您已成功加入學員。日後請以您的身分證字號、護照號碼或居留證號登入，即可報名課程、查詢報名繳費紀錄。',
      { link: `${publicUrl}/ClassInfo`, label: '查看開課資訊' },
    ],
  }),
  { forUnconfirmed: true },
);
