import { defineLetter } from '../../mail/letters.ts';

export const emailConfirmationLetter = defineLetter<{ name: string }>(
  'email_confirmation',
  ({ name }, publicUrl) => ({
    subject: '請確認您的電子信箱',
    name,
    body: ['我們收到您確認電子信箱的申請。', { link: `${publicUrl}/ClassInfo`, label: '確認電子信箱' }],
  }),
  { forUnconfirmed: true },
);

/** Goes to the former address. `what`: 電子郵件 or another. No token after too many changes and in older mails. */
export const contactChangedLetter = defineLetter<{
  name: string;
  what: string;
  time: string;
  hours?: number;
  secret?: { token: string };
}>(
  'contact_changed',
  ({ name, what, time, hours, secret }, publicUrl) => ({
    subject: '個人資料變更通知',
    name,
    body: [
      `您的${what}已於 ${time} 變更。若是您本人變更，請忽略本信。`,
      ...(secret
        ? [
            `若您未變更個人資料，請於 ${hours} 小時內點選下列連結復原，並設定新密碼；所有裝置的登入將隨即結束。`,
            { link: `${publicUrl}/UndoChange?token=${secret.token}`, label: '復原這次變更' },
            '本連結僅供您本人使用，請勿轉寄。',
          ]
        : [
            '若您未變更個人資料，請儘速變更密碼，並洽所屬分會管理人員。',
            { link: `${publicUrl}/Auth/Profile`, label: '個人資料編輯' },
          ]),
    ],
  }),
  { urgent: true },
);

/** Goes to the new address. Has no name, because the reader is not yet known. */
export const contactAdoptedLetter = defineLetter<{ time: string }>(
  'contact_adopted',
  ({ time }, publicUrl) => ({
    subject: '電子郵件變更通知',
    name: '學員',
    body: [
      `有學員於 ${time} 將此電子郵件設為其帳號的聯絡信箱，日後的通知將寄送至此。`,
      '若您未在本網站設定此電子郵件，請忽略本信，或洽各分會管理人員。',
      { link: `${publicUrl}/Auth/Profile`, label: '個人資料編輯' },
    ],
  }),
  { urgent: true },
);

export const contactRestoredLetter = defineLetter<{ name: string; what: string; time: string }>(
  'contact_restored',
  ({ name, what, time }, publicUrl) => ({
    subject: '個人資料復原通知',
    name,
    body: [
      `您帳號的${what}已於 ${time} 由原信箱的連結復原為變更前的內容，所有裝置的登入均已結束。`,
      '若您尚未設定新密碼，請由「忘記密碼」設定；若有疑問，請洽所屬分會管理人員。',
      { link: `${publicUrl}/ForgetPassword`, label: '忘記密碼' },
    ],
  }),
  { urgent: true },
);
