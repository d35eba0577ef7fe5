import { expect, test } from 'vitest';
import { compose } from '../mail/layout.ts';
import { renewalApprovedLetter, renewalAskedLetter, renewalRejectedLetter } from './letters.ts';

const renewal = { name: '<b>林怡君</b>', certificate: '救生教練證 & 副本', number: 'LGI-2026-7KQ2M9XW4T' };
const validity = { start: '2027-03-01（一）', end: '2031-02-28（五）' };

test.each([
  [
    renewalAskedLetter({ ...renewal, ...validity, organization: '臺北市分會' }),
    '已收到您的換證申請',
    '新證照效期起日：2027-03-01（一）',
  ],
  [renewalApprovedLetter({ ...renewal, ...validity }), '換證申請已通過', '2031-02-28（五）'],
  [renewalRejectedLetter({ ...renewal, reason: '未附複訓證明' }), '換證申請未通過', '原因：未附複訓證明'],
])('tells the state of a renewal: $letter.template', (letter, subject, sentence) => {
  const mail = compose(letter, 'https://p');
  expect(mail.subject).toBe(`【學員訓練報名網】${subject}：救生教練證 & 副本`);
  for (const text of [sentence, '證照編號：LGI-2026-7KQ2M9XW4T', 'https://p/Auth/CertList'])
    expect(mail.text).toContain(text);
  expect(mail.html).toContain('&lt;b&gt;林怡君&lt;/b&gt; 您好：');
  expect(mail.html).toContain('救生教練證 &amp; 副本');
});
