import { describe, expect, test } from 'vitest';
import { compose } from '../mail/layout.ts';
import {
  approvedLetter,
  cancelledByStaffLetter,
  cancelledLetter,
  enrolledLetter,
  movedLetter,
  rejectedLetter,
} from './letters.ts';

const about = {
  name: '林怡君',
  organization: '臺北市分會',
  code: 'TPE-FA1-001',
  train: '初級急救員訓練 & 複訓',
  startTime: '2026-12-05（六）09:00',
  place: '"A" 教室',
};
const terms = { toPay: true, fee: 1500, paymentDays: 7 };

describe('the letter after enrolling', () => {
  test('names the class and leads to the records', () => {
    const { subject, text } = compose(enrolledLetter({ ...about, ...terms }), 'https://p');
    expect(subject).toBe('【學員訓練報名網】已收到您的報名：初級急救員訓練 & 複訓');
    for (const part of ['課程代碼：TPE-FA1-001', '上課地點："A" 教室', 'https://p/Auth/PayRecord'])
      expect(text).toContain(part);
  });

  test.each([
    ['of a class with a fee', { toPay: true }, '才能繳費，屆時將提供繳費資訊。'],
    ['of a class without a fee', { toPay: false }, '才算完成報名。'],
  ])('names the next step after the review: %s', (_, more, rest) => {
    const { text } = compose(enrolledLetter({ ...about, ...terms, ...more }), 'https://p');
    expect(text).toContain(`目前資格審查中。這封信不代表已完成報名，須待報名資格審查通過後，${rest}`);
  });
});

describe('the letter after enrolling, about the fee,', () => {
  test.each([
    ['names the fee and the days for its payment', { toPay: true, fee: 1500, paymentDays: 7 }, true],
    ['has no row for a class without a fee', { toPay: false, fee: 0, paymentDays: 7 }, false],
  ])('%s', (_, more, named) => {
    const { text } = compose(enrolledLetter({ ...about, ...terms, ...more }), 'https://p');
    const row = '費用：NT$1,500（審查通過後 7 日內繳費，最遲至開課前一日）';
    expect([text.includes(row), text.includes('費用')]).toEqual([named, named]);
  });
});

describe('the letter of an approval', () => {
  test.each([
    [{ toPay: true, dues: { amount: 600, due: '2026-12-04（五）' } }, true],
    [{ toPay: true }, false],
    [{ toPay: false }, false],
  ])('names what is owed and until when: %o, %s', (more, named) => {
    const { text } = compose(approvedLetter({ ...about, ...more }), 'https://p');
    expect(text.includes('應繳金額：NT$600\n繳費期限：2026-12-04（五）\n')).toBe(named);
    expect(text.includes('應繳金額')).toBe(named);
  });

  test.each([
    [true, '請至「學員中心 > 報名繳費紀錄」查詢繳費資訊，並於繳費期限內完成繳費及回報。'],
    [false, '本課程無須繳費，您已完成報名'],
  ])('says whether there is a fee to pay: %s', (toPay, sentence) => {
    const { subject, text } = compose(approvedLetter({ ...about, toPay }), 'https://p');
    expect(subject).toBe('【學員訓練報名網】報名資格審查通過：初級急救員訓練 & 複訓');
    expect(text).toContain(sentence);
  });

  test.each([
    ['about a class with a fee', true, { toPay: true, group: '藍海<救生隊>' }],
    ['about a class without a fee', false, { toPay: false, group: '藍海<救生隊>' }],
    ['about a personal registration', false, { toPay: true, group: null }],
  ])('in a mail %s, the group that may pay is named: %s', (_, named, more) => {
    const mail = compose(approvedLetter({ ...about, ...more }), 'https://p');
    const sentence =
      '您由團體「藍海<救生隊>」報名，可由該團體管理員統一繳費並回報，請先與管理員確認，以免重複繳費。';
    expect([mail.text.includes(sentence), mail.text.includes('團體')]).toEqual([named, named]);
    expect(mail.html).not.toContain('<救生隊>');
  });
});

test('the letter of a rejection gives the reason', () => {
  const { subject, text } = compose(rejectedLetter({ ...about, reason: '未檢附證書' }), 'https://p');
  expect(subject).toBe('【學員訓練報名網】報名資格審查未通過：初級急救員訓練 & 複訓');
  for (const part of ['原因：未檢附證書', '課程代碼：TPE-FA1-001', 'https://p/Auth/PayRecord'])
    expect(text).toContain(part);
});

test('the letter of one’s own cancellation names the class and says what is left to do', () => {
  const { subject, text } = compose(cancelledLetter({ ...about, refund: 0 }), 'https://p');
  expect(subject).toBe(`【學員訓練報名網】已取消報名：${about.train}`);
  expect(text).toContain('名額已釋出。如要再參加，請重新報名；若已匯款，請洽主辦分會。');
  expect(text).toContain('課程代碼：TPE-FA1-001');
});

test.each([
  ['names what is due in the new class', { dues: { amount: 1800, due: '2026-12-04（五）' } }, true],
  ['has no such rows if nothing is due', {}, false],
])('the letter of a move %s', (_, more, named) => {
  const move = { former: 'TPE-FA1-002', reason: null, toPay: false, owed: 0, refund: 0 };
  const { text } = compose(movedLetter({ ...about, ...move, ...more }), 'https://p');
  expect(text).toContain('原課程代碼：TPE-FA1-002');
  expect(text.includes('應繳金額：NT$1,800\n繳費期限：2026-12-04（五）\n')).toBe(named);
  expect(text.includes('應繳金額')).toBe(named);
});

test.each([true, false])('the letter of a move says how to pay if a free seat now has a fee: %s', (toPay) => {
  const move = { former: 'TPE-FA1-002', reason: null, toPay, owed: 0, refund: 0 };
  const { text } = compose(movedLetter({ ...about, ...move }), 'https://p');
  expect(
    text.includes(
      '此課程須繳費，請至「學員中心 > 報名繳費紀錄」查詢繳費資訊，並於繳費期限內完成繳費及回報。',
    ),
  ).toBe(toPay);
});

test('the letter of a move to a more expensive class says what is still to pay, and how', () => {
  const move = { former: 'TPE-FA1-002', reason: null, toPay: true, owed: 500, refund: 0 };
  const { text } = compose(movedLetter({ ...about, ...move }), 'https://p');
  expect(text).toContain(
    '兩班費用不同，您尚須補繳 NT$500。請至「學員中心 > 報名繳費紀錄」查詢繳費資訊，並於繳費期限內完成繳費及回報。',
  );
  expect(text).not.toContain('此課程須繳費');
});

describe('the letter of a cancellation by staff', () => {
  const seat = {
    registrationId: 12,
    queuedAt: '2026-12-01T02:00:00.000Z',
    startTime: '2026-12-05T01:00:00.000Z',
  };
  const none = { refund: 0, reported: 0 };
  const cancelled = (more: Partial<Parameters<typeof cancelledByStaffLetter>[0]>) =>
    compose(cancelledByStaffLetter({ ...about, reason: '課程調整', ...none, ...more }), 'https://p');

  test.each([
    ['confirmed', {}, '隨信附上開課時間，可加入您的行事曆。'],
    ['moved', { revision: 'moved' }, '隨信附上新的開課時間，可更新您的行事曆。'],
    ['cancelled', { revision: 'cancelled' }, '隨信附上取消通知，可將課程自您的行事曆移除。'],
  ] as const)('has a calendar event that is %s, and says so', (_, revision, sentence) => {
    const { text, event } = cancelled({ seat: { ...seat, ...revision } });
    expect(text).toContain(sentence);
    expect(event).toStrictEqual({
      id: 'registration-12',
      writtenAt: seat.queuedAt,
      startTime: seat.startTime,
      ...revision,
      title: about.train,
      organizer: about.organization,
      place: about.place,
      description: expect.stringContaining('課程代碼：TPE-FA1-001'),
      url: 'https://p/Auth/PayRecord',
    });
  });

  test('has no calendar event without a seat', () => {
    const { text, event } = cancelled({});
    expect([event, text.includes('行事曆')]).toEqual([undefined, false]);
  });

  test.each([
    ['received', { refund: 1500 }, '您已繳納的 NT$1,500 將辦理退費'],
    ['only reported', { reported: 1500 }, '您回報的 NT$1,500 如已匯款'],
  ])('announces the refund of a payment that was %s', (_, amounts, sentence) => {
    expect(cancelled(amounts).text).toContain(sentence);
  });
});
