import { defineLetter } from '../../mail/letters.ts';

export const defaultPasswordLoginLetter = defineLetter<{ name: string; time: string }>(
  'default_password_login',
  ({ name, time }, publicUrl) => ({
    subject: '登入通知',
    name,
    body: [
      `有人於 ${time} 以您的帳號與舊系統的預設密碼（出生年月日）登入。`,
      '若是您本人，請儘速設定新密碼。若不是您本人，請立即以「忘記密碼」設定新密碼，並洽所屬分會管理人員。',
      { link: `${publicUrl}/ForgetPassword`, label: '忘記密碼' },
    ],
  }),
  { urgent: true },
);
