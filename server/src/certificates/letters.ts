import { defineLetter } from '../mail/letters.ts';

export const renewalAskedLetter = defineLetter<{
  name: string;
  organization: string;
  number: string;
  certificate: string;
  /** The first and last valid day of the new certificate, for display: `2026-12-05（六）`. */
  start: string;
  end: string;
}>('renewal_asked', ({ name, organization, number, certificate, start, end }, publicUrl) => ({
  subject: `已收到您的換證申請：${certificate}`,
  name,
  body: [
    '我們已收到您的換證申請，目前審查中。這封信不代表已完成換證，審查結果將另行寄信通知。',
    {
      rows: [
        ['會別', organization],
        ['證照編號', number],
        ['證照名稱', certificate],
        ['新證照效期起日', start],
        ['新證照效期迄日', end],
      ],
    },
    { link: `${publicUrl}/Auth/CertList`, label: '查看證照換證申請' },
  ],
}));

export const renewalApprovedLetter = defineLetter<{
  name: string;
  certificate: string;
  number: string;
  start: string;
  end: string;
}>('renewal_approved', ({ name, certificate, number, start, end }, publicUrl) => ({
  subject: `換證申請已通過：${certificate}`,
  name,
  body: [
    '您的換證申請已通過審查，以下是您的新證照資料。',
    {
      rows: [
        ['證照名稱', certificate],
        ['證照編號', number],
        ['新證照效期起日', start],
        ['新證照效期迄日', end],
      ],
    },
    { link: `${publicUrl}/Auth/CertList`, label: '查看證照換證申請' },
  ],
}));

export const renewalRejectedLetter = defineLetter<{
  name: string;
  certificate: string;
  number: string;
  reason: string;
}>('renewal_rejected', ({ name, certificate, number, reason }, publicUrl) => ({
  subject: `換證申請未通過：${certificate}`,
  name,
  body: [
    '您的換證申請未通過審查。原證照於到期日前仍然有效；在可換證期間內，您可以再次申請。',
    {
      rows: [
        ['證照編號', number],
        ['證照名稱', certificate],
        ['原因', reason],
      ],
    },
    { link: `${publicUrl}/Auth/CertList`, label: '查看證照換證申請' },
  ],
}));
