import { defineLetter } from '../../mail/letters.ts';

export const photoRejectedLetter = defineLetter<{ name: string; reason: string }>(
  'photo_rejected',
  ({ name, reason }, publicUrl) => ({
    subject: '請重新上傳照片',
    name,
    body: [
      '您上傳的照片不符合規定，承辦人員已將其移除。',
      { rows: [['原因', reason]] },
      '請上傳最近拍攝、正面、脫帽且五官清晰的大頭照。',
      { link: `${publicUrl}/Auth/Profile`, label: '個人資料編輯' },
    ],
  }),
);
