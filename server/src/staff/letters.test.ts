import { expect, test } from 'vitest';
import { compose } from '../mail/layout.ts';
import { staffInvitationLetter } from './letters.ts';

test('invites staff by a link with the token in its fragment', () => {
  const invitation = staffInvitationLetter({
    name: '陳承辦',
    minutes: 4320,
    secret: { token: 'secret-token' },
  });
  const { subject, text } = compose(invitation, 'https://p');
  expect(subject).toBe('【學員訓練報名網】後台帳號邀請');
  expect(text).toContain('請於 72 小時內點選下列連結設定密碼');
  expect(text).toContain('https://p/office/invitation#secret-token');
});
