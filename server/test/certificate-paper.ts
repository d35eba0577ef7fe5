import type { CertificatePaper } from '../src/papers/certificate-paper.ts';

/** A certificate in both languages without pictures. */
export const buildCertificatePaper = (overrides: Partial<CertificatePaper> = {}): CertificatePaper => ({
  paper: 'a4-upright',
  issuer: {
    chinese: '中華民國水上救生訓練協會　臺北市分會',
    english: 'Water Safety and Rescue Association of Taiwan, Taipei Branch',
  },
  title: { chinese: '結業證書', english: 'Certificate of Completion' },
  heading: '證書字號：北急字第1150001號',
  holder: { chinese: '林怡君', english: 'LIN, Yi-Chun' },
  holderFacts: [
    { term: { chinese: '身分證字號', english: 'ID No.' }, value: 'A223456789' },
    { term: { chinese: '出生日期', english: 'Date of birth' }, value: '民國 85 年 3 月 2 日' },
  ],
  text: {
    chinese:
      '參加本會臺北市分會辦理之「初級急救員訓練」，自民國 115 年 11 月 21 日至 115 年 11 月 22 日，共計 16 小時，期滿經學科及術科測驗合格，特發給本證書，以資證明。',
    english:
      'has attended the course “Basic First Aid” of our Taipei Branch from 21 to 22 November 2026 (16 hours) and has passed its written and practical tests. This certificate is awarded in witness thereof.',
  },
  facts: [
    { term: { chinese: '證照名稱', english: 'Certificate' }, value: '初級急救員' },
    { term: { chinese: '證書號碼', english: 'No.' }, value: 'FAI-2026-7KQ2M9XW4T' },
    { term: { chinese: '發證日期', english: 'Issued on' }, value: '民國 115 年 12 月 5 日（2026-12-05）' },
    { term: { chinese: '有效期限', english: 'Valid until' }, value: '民國 118 年 12 月 4 日（2029-12-04）' },
  ],
  backFacts: [
    { term: { chinese: '訓練課程', english: 'Course' }, value: '初級急救員訓練' },
    { term: { chinese: '訓練時數', english: 'Hours' }, value: '16 小時' },
    { term: { chinese: '訓練期間', english: 'Dates' }, value: '民國 115 年 11 月 21 日至 22 日' },
  ],
  date: { chinese: '中華民國 115 年 12 月 5 日', english: '5 December 2026' },
  signer: { title: '理事長', name: '王大明' },
  qr: {
    url: `https://training.example.org.tw/v/FAI-2026-7KQ2M9XW4T#${'aB3_xY9-'.repeat(33)}`,
    caption: { chinese: '掃描查驗真偽', english: 'Scan to verify' },
  },
  pictures: { photo: null, logo: null, background: null, seal: null },
  ...overrides,
});
