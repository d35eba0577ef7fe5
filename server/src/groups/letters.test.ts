import { expect, test } from 'vitest';
import { compose } from '../mail/layout.ts';
import {
  groupAddedLetter,
  groupCancelledLetter,
  groupEnrolledLetter,
  groupRemovedLetter,
} from './letters.ts';

const about = {
  name: '林怡君',
  group: '<i>藍海</i>救生隊',
  organization: '臺北市分會',
  code: 'TPE-FA1-001',
  train: '初級急救員訓練',
  startTime: '2026-12-05（六）09:00',
  place: 'A 教室',
};

test('the letter of an enrolment names the group', () => {
  const { subject, text, html } = compose(
    groupEnrolledLetter({ ...about, toPay: true, fee: 600, paymentDays: 7 }),
    'https://p',
  );
  expect(subject).toBe('【學員訓練報名網】您已由團體「<i>藍海</i>救生隊」報名：初級急救員訓練');
  for (const part of [
    '您已由團體「<i>藍海</i>救生隊」報名，目前資格審查中。',
    '費用：NT$600（審查通過後 7 日內繳費，最遲至開課前一日）',
    '課程代碼：TPE-FA1-001',
    'https://p/Auth/PayRecord',
  ]) {
    expect(text).toContain(part);
  }
  expect(html).toContain('團體「&lt;i&gt;藍海&lt;/i&gt;救生隊」');
});

test.each([
  ['class with a fee', { toPay: true }, '才能繳費，屆時將提供繳費資訊。費用可由團體管理員統一繳交，'],
  ['class without a fee', { toPay: false }, '才算完成報名。'],
])('the letter of an enrolment says what follows the review: %s', (_, more, rest) => {
  const { text } = compose(groupEnrolledLetter({ ...about, fee: 600, paymentDays: 7, ...more }), 'https://p');
  expect(text).toContain(`須待報名資格審查通過後，${rest}`);
});

test('the letter of a cancellation names the group', () => {
  const { subject, text } = compose(groupCancelledLetter({ ...about, group: '藍海救生隊' }), 'https://p');
  expect(subject).toBe('【學員訓練報名網】團體「藍海救生隊」已取消您的報名：初級急救員訓練');
  for (const part of [
    '的管理員已取消您在以下課程的報名',
    '課程代碼：TPE-FA1-001',
    'https://p/Auth/PayRecord',
  ])
    expect(text).toContain(part);
});

test.each([
  ['added', groupAddedLetter, '您已加入團體', '已將您加入團體', 'https://p/Group'],
  ['removed', groupRemovedLetter, '您已移出團體', '已將您移出團體', 'https://p/Auth/PayRecord'],
] as const)(
  'the letter to a person who was %s names the group and its manager',
  (_, letter, subject, done, link) => {
    const data = { name: '<b>林怡君</b>', group: '藍海 & 救生隊', manager: '王<小>明' };
    const mail = compose(letter(data), 'https://p');
    expect(mail.subject).toBe(`【學員訓練報名網】${subject}：藍海 & 救生隊`);
    for (const text of [`管理員「王<小>明」${done}「藍海 & 救生隊」。`, link])
      expect(mail.text).toContain(text);
    expect(mail.html).toContain(`管理員「王&lt;小&gt;明」${done}「藍海 &amp; 救生隊」。`);
  },
);

test.each([
  ['已將您加入', groupAddedLetter],
  ['已將您移出', groupRemovedLetter],
])('a letter does not name a manager whose mailbox is not confirmed: %s', (done, letter) => {
  const { text } = compose(letter({ name: '林怡君', group: '藍海', manager: '' }), 'https://p');
  expect(text).toContain(`團體管理員${done}團體「藍海」。`);
  expect(text).not.toContain('「」');
});
