import { expect, test } from 'vitest';
import { compose } from '../mail/layout.ts';
import { erasureRequestedLetter, erasureWithdrawnLetter } from './letters.ts';

test.each([
  [erasureRequestedLetter, '已收到您的個人資料刪除申請', '審查前您可隨時撤回申請'],
  [erasureWithdrawnLetter, '您的個人資料刪除申請已撤回', '您的資料維持不變'],
])('names the request and the next steps: %#', (letter, subject, sentence) => {
  const mail = compose(letter({ name: '林怡君', time: '2026-12-01（二）10:00' }), 'https://p');
  expect(mail.subject).toBe(`【學員訓練報名網】${subject}`);
  for (const text of ['林怡君 您好：', '2026-12-01（二）10:00', sentence, 'https://p/Auth/Profile'])
    expect(mail.text).toContain(text);
});
