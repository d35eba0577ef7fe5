import { expect, it } from 'vitest';
import { compose } from './templates.ts';

const enrolled = {
  name: '<b>林怡君</b>',
  organization: '臺北市分會',
  code: 'TPE-FA1-001',
  train: '初級急救員訓練 & 複訓',
  startTime: '2026-12-05（六）09:00',
  place: '"A" 教室',
};

it('puts every value into text as it is and into HTML escaped', () => {
  const mail = compose({ template: 'enrolled', data: enrolled }, 'https://portal.example');
  expect(mail.subject).toBe('【學員訓練報名網】已收到您的報名：初級急救員訓練 & 複訓');
  expect(mail.text).toContain('<b>林怡君</b> 您好：');
  expect(mail.text).toContain('上課地點："A" 教室');
  expect(mail.html).toContain('&lt;b&gt;林怡君&lt;/b&gt; 您好：');
  expect(mail.html).toContain('&quot;A&quot; 教室');
  expect(mail.html).not.toContain('<b>');
});

it('links to the public address', () => {
  const mail = compose({ template: 'enrolled', data: enrolled }, 'https://portal.example');
  expect(mail.text).toContain('https://portal.example/Auth/PayRecord');
  expect(mail.html).toContain('href="https://portal.example/Auth/PayRecord"');
});
