import { expect, it } from 'vitest';
import { ConfigurationFault, readConfig } from './config.ts';

it.each([
  'no-reply@example.org.tw',
  '學員訓練報名網 <no-reply@example.org.tw>',
  '"報名, 組" <a@example.org.tw>',
])('takes %j as the sender of mails', (MAIL_FROM) => {
  expect(readConfig({ MAIL_FROM }).mailFrom).toBe(MAIL_FROM);
});

it.each([
  '學員訓練報名網',
  'no-reply',
  '報名 <no-reply>',
  '報名\r\nBcc: x <a@example.org.tw>',
  'a@example.org.tw, b@example.org.tw',
])('refuses %j as the sender of mails, and names the variable', (MAIL_FROM) => {
  expect(() => readConfig({ MAIL_FROM })).toThrow(ConfigurationFault);
  expect(() => readConfig({ MAIL_FROM })).toThrow('MAIL_FROM must be');
});
