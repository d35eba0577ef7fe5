import { defineLetter } from '../mail/letters.ts';

export const staffInvitationLetter = defineLetter<{
  name: string;
  minutes: number;
  secret: { token: string };
}>(
  'staff_invitation',
  ({ name, minutes, secret: { token } }, publicUrl) => ({
    subject: '後台帳號邀請',
    name,
    body: [
      `系統管理員邀請您使用後台，請於 ${minutes / 60} 小時內點選下列連結設定密碼：`,
      { link: `${publicUrl}/office/invitation#${token}`, label: '設定後台密碼' },
      '連結僅能使用一次，請勿轉寄。若您不認識寄件單位，請忽略本信。',
    ],
  }),
  { urgent: true },
);
