import { describe, expect, test } from 'vitest';
import { compose } from '../../mail/layout.ts';
import { contactAdoptedLetter, contactChangedLetter, contactRestoredLetter } from './letters.ts';

const changed = { name: '林怡君', what: '電子郵件', time: '2026-12-01（二）10:00' };

describe('the letter to the former address', () => {
  test('names the change and its time', () => {
    const mail = compose(contactChangedLetter(changed), 'https://p');
    expect(mail.subject).toBe('【學員訓練報名網】個人資料變更通知');
    for (const text of ['您的電子郵件已於 2026-12-01（二）10:00 變更。', 'https://p/Auth/Profile'])
      expect(mail.text).toContain(text);
  });

  test('has a link that undoes the change', () => {
    const mail = compose(
      contactChangedLetter({ ...changed, hours: 72, secret: { token: 'abc' } }),
      'https://p',
    );
    for (const text of ['請於 72 小時內點選下列連結復原', 'https://p/UndoChange?token=abc'])
      expect(mail.text).toContain(text);
    expect(mail.html).toContain('href="https://p/UndoChange?token=abc"');
  });
});

test('does not name the account’s owner to the new address', () => {
  const { text } = compose(contactAdoptedLetter({ time: '2026-12-01（二）10:00' }), 'https://p');
  expect(text).toContain('學員 您好：');
  expect(text).toContain('有學員於 2026-12-01（二）10:00 將此電子郵件設為其帳號的聯絡信箱');
});

test('tells both addresses that a change was undone', () => {
  const { subject, text } = compose(contactRestoredLetter(changed), 'https://p');
  expect(subject).toBe('【學員訓練報名網】個人資料復原通知');
  for (const part of [
    '林怡君 您好：',
    '已於 2026-12-01（二）10:00 由原信箱的連結復原',
    'https://p/ForgetPassword',
  ]) {
    expect(text).toContain(part);
  }
});
