import { expect, test } from 'vitest';
import { compose } from './layout.ts';
import { defineLetter } from './letters.ts';

const noticeLetter = defineLetter<{ name: string; reason?: string }>(
  'notice',
  ({ name, reason = '"A" 教室' }, publicUrl) => ({
    subject: '通知 & 說明',
    name,
    body: [
      '已收到您的申請。',
      { rows: [['原因', reason]] },
      { link: `${publicUrl}/ClassInfo`, label: '查看開課資訊' },
    ],
  }),
);
const urgentLetter = defineLetter<{ name: string }>('urgent', noticeLetter.write, { urgent: true });

const notice = compose(noticeLetter({ name: '<b>林怡君</b>' }), 'https://portal.example');

test('writes each value unchanged into the text and escaped into the HTML', () => {
  expect(notice.subject).toBe('【學員訓練報名網】通知 & 說明');
  for (const text of ['<b>林怡君</b> 您好：', '原因："A" 教室']) expect(notice.text).toContain(text);
  for (const html of ['&lt;b&gt;林怡君&lt;/b&gt; 您好：', '&quot;A&quot; 教室'])
    expect(notice.html).toContain(html);
  expect(notice.html).not.toContain('<b>');
});

test('begins links with the public address', () => {
  expect(notice.text).toContain('查看開課資訊：\nhttps://portal.example/ClassInfo');
  expect(notice.html).toContain('href="https://portal.example/ClassInfo"');
});

test('greets without a name where there is none', () => {
  expect(compose(noticeLetter({ name: '' }), 'https://p').text).toMatch(/^您好：\n/);
});

test('keeps the line breaks of a value, and the heads of rows on one line', () => {
  const reason = '未檢附：\n<i>證書</i>\r\n照片';
  const { text, html } = compose(noticeLetter({ name: '', reason }), 'https://p');
  expect(text).toContain('原因：未檢附：\n<i>證書</i>\r\n照片\n');
  expect(html).toMatch(/<td [^>]*>未檢附：<br>&lt;i&gt;證書&lt;\/i&gt;<br>照片<\/td>/);
  expect(html).toMatch(/<th [^>]*white-space:nowrap[^>]*>原因<\/th>/);
});

test.each([
  ['with a hint to confirm it', noticeLetter, true],
  ['without the hint where the letter is urgent', urgentLetter, false],
])(
  'names nobody in a mail to an unconfirmed mailbox, and puts the mail’s id into its links: %s',
  (_, letter, hint) => {
    const { text } = compose(letter({ name: '恭喜中獎' }), 'https://p', { confirms: 'mail-id' });
    expect(text).not.toContain('恭喜中獎');
    expect(text).toMatch(/https:\/\/p\/ClassInfo\?\w+=mail-id/);
    expect(text.includes('請點選信中的連結，以確認這是您的電子信箱')).toBe(hint);
  },
);

test.each([
  ['查看開課資訊', '確認電子信箱，並查看開課資訊'],
  ['確認電子信箱', '確認電子信箱'],
])('says before a link captioned %s that it confirms the mailbox', (label, shown) => {
  const letter = defineLetter<{ name: string }>('linking', ({ name }, publicUrl) => ({
    subject: '通知',
    name,
    body: ['已收到您的申請。', { link: `${publicUrl}/ClassInfo`, label }, '祝學習愉快。'],
  }));
  const { text } = compose(letter({ name: '' }), 'https://p', { confirms: 'mail-id' });
  const parts = text.split('\n\n');
  expect(parts.slice(1, 5)).toEqual([
    '已收到您的申請。',
    expect.stringMatching(/^請點選信中的連結，以確認這是您的電子信箱；/),
    `${shown}：\nhttps://p/ClassInfo?mail=mail-id`,
    '祝學習愉快。',
  ]);
});
