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

export const identityChangedLetter = defineLetter<{ name: string; fields: string[] }>(
  'identity_changed',
  ({ name, fields }) => ({
    subject: '身分資料變更通知',
    name,
    body: [
      `承辦人員已依您提出的證明文件變更您的${fields.join('、')}。`,
      '下次登入請使用變更後的資料。若您未申請變更，請儘速洽所屬分會管理人員。',
    ],
  }),
);

export const profileEditedLetter = defineLetter<{ name: string; fields: string[] }>(
  'profile_edited',
  ({ name, fields }, publicUrl) => ({
    subject: '個人資料修改通知',
    name,
    body: [
      `承辦人員已修改您的${fields.join('、')}。`,
      '若內容不正確，您可登入後自行修改；若您未提出，請洽所屬分會管理人員。',
      { link: `${publicUrl}/Auth/Profile`, label: '個人資料編輯' },
    ],
  }),
);
