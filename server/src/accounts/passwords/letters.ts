import { defineLetter } from '../../mail/letters.ts';

export const passwordResetLetter = defineLetter<{ name: string; minutes: number; secret: { token: string } }>(
  'password_reset',
  ({ name, minutes, secret: { token } }, publicUrl) => ({
    subject: '密碼重設通知',
    name,
    body: [
      `我們收到您重設密碼的申請，請於 ${minutes} 分鐘內點選下列連結設定新密碼：`,
      { link: `${publicUrl}/ForgetPassword?token=${token}`, label: '設定新密碼' },
      '若您未提出此申請，請忽略本信。',
    ],
  }),
  { urgent: true, hasOwnLimit: true },
);

export const passwordChangedLetter = defineLetter<{
  name: string;
  time: string;
}>(
  'password_changed',
  ({ name, time }, publicUrl) => ({
    subject: '密碼變更通知',
    name,
    body: [
      `您的密碼已於 ${time} 變更，其他裝置上的登入均已結束。`,
      '若您未變更密碼，請儘速重設密碼，並洽所屬分會管理人員。',
      { link: `${publicUrl}/ForgetPassword`, label: '忘記密碼' },
    ],
  }),
  { urgent: true },
);

export const passwordCodeLetter = defineLetter<{ name: string; minutes: number; secret: { code: string } }>(
  'password_code',
  ({ name, minutes, secret: { code } }) => ({
    subject: '設定密碼驗證碼',
    name,
    body: [
      `請於 ${minutes} 分鐘內，在「學員中心 > 個人資料編輯 > 變更密碼」輸入下列驗證碼，以設定您的新密碼：`,
      { rows: [['驗證碼', code]] },
      '請勿將驗證碼告訴任何人，本網站人員也不會向您詢問。若您未提出此申請，表示有人以您的出生年月日登入，請洽所屬分會管理人員。',
    ],
  }),
  { urgent: true, hasOwnLimit: true },
);

export const firstPasswordSetLetter = defineLetter<{ name: string; time: string }>(
  'first_password_set',
  ({ name, time }, publicUrl) => ({
    subject: '密碼設定通知',
    name,
    body: [
      `您的帳號已於 ${time} 設定新密碼，舊系統的預設密碼不再有效，其他裝置上的登入均已結束。`,
      '若您未設定密碼，請儘速以「忘記密碼」重設，並洽所屬分會管理人員。',
      { link: `${publicUrl}/ForgetPassword`, label: '忘記密碼' },
    ],
  }),
  { urgent: true },
);
