import { expect, test } from 'vitest';
import { compose } from '../../mail/layout.ts';
import { certificateDigestLetter, certificateReminderLetter } from './letters.ts';

const offered = [
  {
    code: 'TPE-FAI-7',
    train: '<i>急救</i>教練訓練',
    organization: '臺北市分會',
    startTime: '2026-12-12（六）09:00',
  },
];
const ending = {
  ...{ name: '<b>林怡君</b>', certificate: '急救教練證', number: 'FAI-2024-7KQ2M9XW4T' },
  ...{ organization: '臺北市分會', end: '2027-02-28（日）', daysLeft: 30 },
};
const coach = { ...ending, renewable: true, renewalOpens: null, offered };
const ordinary = { ...ending, renewable: false, renewalOpens: null, offered };

const reminder = (data: Parameters<typeof certificateReminderLetter>[0]) =>
  compose(certificateReminderLetter(data), 'https://p');

test('says how many days are left, and until when', () => {
  expect(reminder(coach).subject).toBe('【學員訓練報名網】您的證照將於 30 天後到期：急救教練證');
  expect(reminder(coach).text).toContain('有效期限：2027-02-28（日），30 天後到期');
  const last = reminder({ ...coach, daysLeft: 0 });
  expect(last.subject).toContain('您的證照今天到期');
  expect(last.text).toContain('以下證照今天到期。');
});

test.each([
  ['a renewal that is open', coach, '現在即可於「學員中心 > 證照換證申請」提出申請'],
  [
    'a renewal that opens later',
    { ...coach, renewalOpens: '2026-08-28（五）' },
    '自 2026-08-28（五） 起可於',
  ],
  ['another training', ordinary, '請再次參加訓練並通過測驗'],
  ['classes to come', { ...ordinary, offered: [] }, '新的班別會公布在開課資訊'],
])('says what to do: %s', (_, data, sentence) => {
  expect(reminder(data).text).toContain(sentence);
  expect(reminder(data).text).toContain('https://p/Auth/CertList');
});

test('links the open classes, and shows texts as they were entered', () => {
  const { text, html } = reminder(ordinary);
  expect(text).toContain(
    '2026-12-12（六）09:00 <i>急救</i>教練訓練，臺北市分會：\nhttps://p/ClassInfo/TPE-FAI-7',
  );
  expect(html).toContain('&lt;b&gt;林怡君&lt;/b&gt; 您好：');
  expect(html).not.toContain('<i>');
});

test('a digest counts all certificates, also those that it does not list', () => {
  const row = { certificate: '急救教練證', end: '2027-02-28（日）', daysLeft: 89 };
  const endings = [
    { ...row, person: '陳志明', isRenewalAsked: true },
    { ...row, person: '林怡君', daysLeft: 0, isRenewalAsked: false },
  ];
  const digest = { name: '王經理', group: '大安工程行', groupCode: 'DAAN', endings, more: 3 };
  const { subject, text } = compose(certificateDigestLetter(digest), 'https://p');
  expect(subject).toBe('【學員訓練報名網】團體「大安工程行」有 5 張證照將於 90 天內到期');
  expect(text).toContain('陳志明：急救教練證，2027-02-28（日），89 天後到期（換證審核中）\n林怡君：');
  expect(text).toContain('另有 3 張未列出');
  expect(compose(certificateDigestLetter({ ...digest, more: 0 }), 'https://p').text).not.toContain('未列出');
});
