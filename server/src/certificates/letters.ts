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

export const renewalInquiryLetter = defineLetter<{
  name: string;
  certificate: string;
  number: string;
  inquiry: string;
}>('renewal_inquiry', ({ name, certificate, number, inquiry }, publicUrl) => ({
  subject: `換證申請請補件：${certificate}`,
  name,
  body: [
    '您的換證申請審查中，承辦人員請您補充以下資料。請登入後上傳文件或填寫說明；補件前，申請不會繼續審查。',
    {
      rows: [
        ['證照編號', number],
        ['證照名稱', certificate],
        ['請您補充', inquiry],
      ],
    },
    { link: `${publicUrl}/Auth/CertList`, label: '前往補件' },
  ],
}));

export const certificateIssuedLetter = defineLetter<{
  name: string;
  certificate: string;
  number: string;
  /** The last valid day, for display: `2029-12-04（二）`. */
  end: string;
}>('certificate_issued', ({ name, certificate, number, end }, publicUrl) => ({
  subject: `您的證照已核發：${certificate}`,
  name,
  body: [
    '恭喜您通過訓練，您的證照已核發，可至會員中心下載。',
    {
      rows: [
        ['證照名稱', certificate],
        ['證照編號', number],
        ['有效期限', end],
      ],
    },
    { link: `${publicUrl}/Auth/CertList`, label: '查看我的證照' },
  ],
}));

export const certificateRevokedLetter = defineLetter<{
  name: string;
  certificate: string;
  number: string;
  reason: string;
}>('certificate_revoked', ({ name, certificate, number, reason }, publicUrl) => ({
  subject: `您的證照已撤銷：${certificate}`,
  name,
  body: [
    '以下證照已撤銷，自即日起失效。他人查驗這張證照時，會看到「已撤銷」。如有疑問，請洽發證單位。',
    {
      rows: [
        ['證照名稱', certificate],
        ['證照編號', number],
        ['原因', reason],
      ],
    },
    { link: `${publicUrl}/Auth/CertList`, label: '查看我的證照' },
  ],
}));

export const certificateCorrectedLetter = defineLetter<{
  name: string;
  certificate: string;
  /** The number of the old certificate. */
  former: string;
  number: string;
  reason: string;
}>('certificate_corrected', ({ name, certificate, former, number, reason }, publicUrl) => ({
  subject: `您的證照已更正補發：${certificate}`,
  name,
  body: [
    '您的證照已更正，並補發新證照。請下載新證照；舊證照自即日起失效。',
    {
      rows: [
        ['證照名稱', certificate],
        ['新證照編號', number],
        ['舊證照編號', former],
        ['更正原因', reason],
      ],
    },
    { link: `${publicUrl}/Auth/CertList`, label: '查看我的證照' },
  ],
}));
