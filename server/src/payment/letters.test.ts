import { describe, expect, test } from 'vitest';
import { compose } from '../mail/layout.ts';
import { paymentConfirmedLetter, paymentRejectedLetter, paymentReportedLetter } from './letters.ts';

const about = {
  name: '林怡君',
  organization: '臺北市分會',
  code: 'TPE-FA1-001',
  train: '初級急救員訓練',
  startTime: '2026-12-05（六）09:00',
  place: 'A 教室',
};

test.each([
  [{ groupSize: null, groupName: null }, '我們已收到您送出的繳費回報。'],
  [{ groupSize: 3, groupName: '藍海救生隊' }, '我們已收到您為團體「藍海救生隊」3 人送出的繳費回報。'],
  [{ groupSize: 3 }, '我們已收到您為團體 3 人送出的繳費回報。'],
])('confirms the receipt of a report, not of the money (%j)', (covered, sentence) => {
  const remittance = { paidTime: '2026-11-30', paidMoney: 1800, ...covered };
  const { subject, text } = compose(paymentReportedLetter({ ...about, ...remittance }), 'https://p');
  expect(subject).toBe('【學員訓練報名網】已收到您的繳費回報：初級急救員訓練');
  for (const part of [
    `${sentence}這封信不代表已確認收到款項，待確認後才算完成報名，結果將另行通知。`,
    '匯款日期：2026-11-30',
    '匯款金額：NT$1,800',
    '課程代碼：TPE-FA1-001',
    'https://p/Auth/PayRecord',
  ])
    expect(text).toContain(part);
});

test.each([
  ['2026-12-04（五）', '請補足差額；分會確認收到全額前，繳費期限 2026-12-04（五）仍然適用。'],
  [undefined, '請補足差額；分會確認收到全額前，尚未完成報名。'],
])('names what a report lacks, with the deadline %j', (deadline, sentence) => {
  const shortfall = { due: 1800, missing: 300, ...(deadline && { deadline }) };
  const remittance = { paidTime: '2026-11-30', paidMoney: 1500, groupSize: null, shortfall };
  const { text } = compose(paymentReportedLetter({ ...about, ...remittance }), 'https://p');
  expect(text).toContain(`應繳 NT$1,800，您回報的金額尚差 NT$300。${sentence}`);
});

test('says that a confirmed payment completes the registration', () => {
  const { subject, text } = compose(paymentConfirmedLetter({ ...about, surplus: 0 }), 'https://p');
  expect(subject).toBe('【學員訓練報名網】已確認收到款項：初級急救員訓練');
  for (const part of ['您已完成報名', '課程代碼：TPE-FA1-001', 'https://p/Auth/PayRecord'])
    expect(text).toContain(part);
});

describe('the letter of a rejected payment', () => {
  const reason = '查無匯款';
  const rejected = (more: { person: string | null; group?: string | null; isCancelled?: boolean }) =>
    compose(
      paymentRejectedLetter({ ...about, reason, group: null, isCancelled: false, ...more }),
      'https://p',
    );

  test('of a registration that was cancelled since asks for no other report', () => {
    const { text } = rejected({ person: null, group: '藍海救生隊', isCancelled: true });
    expect(text).toContain(
      '這項報名已取消，我們未能確認收到您的款項，因此不辦理退費。若您確實已匯款，請洽主辦分會。',
    );
    expect(text).not.toContain('重新回報');
  });

  test.each([{}, { group: null }])('asks a person who paid for themselves to report again: %j', (more) => {
    const { subject, text } = rejected({ person: null, ...more });
    expect(subject).toBe('【學員訓練報名網】繳費回報未通過審查：初級急救員訓練');
    expect(text).toContain(
      '我們未能確認收到您的款項，請確認匯款資料後，至「學員中心 > 報名繳費紀錄」重新回報繳費。',
    );
    expect(text).toContain('原因：查無匯款');
    expect(text).not.toContain('團體');
  });

  test.each([
    ['王小明', '我們未能確認收到您為「王小明」繳納的款項，'],
    ['', '我們未能確認收到您為團體成員繳納的款項，'],
  ])('names the person to the manager who paid, if their mailbox is confirmed: %j', (person, sentence) => {
    const { text } = rejected({ person });
    expect(text).toContain(sentence);
    expect(text).not.toContain('「」');
  });

  test('asks a member of the group to ask the manager before paying', () => {
    const { text, html } = rejected({ person: null, group: '藍海<救生隊>' });
    expect(text).toContain(
      '您由團體「藍海<救生隊>」報名，我們未能確認收到該團體管理員為您回報的款項，請先與管理員確認，以免重複繳費。',
    );
    expect(text).not.toContain('重新回報繳費');
    expect(html).not.toContain('<救生隊>');
  });
});
