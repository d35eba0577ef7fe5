import { expect, it } from 'vitest';
import { compose, type Mail } from './templates.ts';

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

it('says by which group somebody was enrolled', () => {
  const data = { ...enrolled, group: '<i>藍海</i>救生隊' };
  const mail = compose({ template: 'group_enrolled', data }, 'https://portal.example');
  expect(mail.subject).toBe('【學員訓練報名網】您已由團體「<i>藍海</i>救生隊」報名：初級急救員訓練 & 複訓');
  for (const text of ['您已由團體「<i>藍海</i>救生隊」報名，目前資格審查中。', '課程代碼：TPE-FA1-001']) {
    expect(mail.text).toContain(text);
  }
  expect(mail.text).toContain('https://portal.example/Auth/PayRecord');
  expect(mail.html).toContain('團體「&lt;i&gt;藍海&lt;/i&gt;救生隊」');
});

it.each<[Mail, string]>([
  [{ template: 'enrolled', data: { ...enrolled, toPay: true } }, '才能繳費。'],
  [{ template: 'enrolled', data: { ...enrolled, toPay: false } }, '才算完成報名。'],
  [{ template: 'enrolled', data: enrolled }, '才能繳費。'],
  [{ template: 'group_enrolled', data: { ...enrolled, group: '藍海', toPay: true } }, '才能繳費。'],
  [{ template: 'group_enrolled', data: { ...enrolled, group: '藍海', toPay: false } }, '才算完成報名。'],
  [{ template: 'group_enrolled', data: { ...enrolled, group: '藍海' } }, '才能繳費。'],
])('says what comes after the review, as it did where it does not know whether to pay: %j', (mail, rest) => {
  const { text } = compose(mail, 'https://p');
  expect(text).toContain(`目前資格審查中。這封信不代表已完成報名，須待報名資格審查通過後，${rest}`);
});

it('says which group gave a seat back', () => {
  const mail = compose(
    { template: 'group_cancelled', data: { ...enrolled, group: '藍海救生隊' } },
    'https://p',
  );
  expect(mail.subject).toBe('【學員訓練報名網】團體「藍海救生隊」已取消您的報名：初級急救員訓練 & 複訓');
  for (const text of [
    '的管理員已取消您在以下課程的報名',
    '課程代碼：TPE-FA1-001',
    'https://p/Auth/PayRecord',
  ])
    expect(mail.text).toContain(text);
});

it('says what was changed that opens the account', () => {
  const data = { name: '林怡君', what: '電子郵件', time: '2026-12-01（二）10:00' };
  const mail = compose({ template: 'contact_changed', data }, 'https://p');
  expect(mail.subject).toBe('【學員訓練報名網】個人資料變更通知');
  for (const text of ['您的電子郵件已於 2026-12-01（二）10:00 變更。', 'https://p/Auth/Profile'])
    expect(mail.text).toContain(text);
});

it('gives whoever is told at the address that was left a link that undoes the change', () => {
  const data = {
    name: '林怡君',
    what: '電子郵件',
    time: '2026-12-01（二）10:00',
    hours: 72,
    secret: { token: 'abc' },
  };
  const mail = compose({ template: 'contact_changed', data }, 'https://p');
  for (const text of ['請於 72 小時內點選下列連結復原', 'https://p/UndoChange?token=abc'])
    expect(mail.text).toContain(text);
  expect(mail.html).toContain('href="https://p/UndoChange?token=abc"');
});

it('names nobody to an address that somebody gave as theirs', () => {
  const data = { time: '2026-12-01（二）10:00' };
  const mail = compose({ template: 'contact_adopted', data }, 'https://p');
  expect(mail.text).toContain('學員 您好：');
  expect(mail.text).toContain('有學員於 2026-12-01（二）10:00 將此電子郵件設為其帳號的聯絡信箱');
});

it.each([
  [
    'contact_restored',
    '個人資料復原通知',
    '已於 2026-12-01（二）10:00 由原信箱的連結復原',
    'https://p/ForgetPassword',
  ],
  ['erasure_requested', '已收到您的個人資料刪除申請', '審查前您可隨時撤回申請', 'https://p/Auth/Profile'],
  ['erasure_withdrawn', '您的個人資料刪除申請已撤回', '您的資料維持不變', 'https://p/Auth/Profile'],
] as const)('says what was done and what to do next: %s', (template, subject, done, link) => {
  const data = { name: '林怡君', what: '電子郵件', time: '2026-12-01（二）10:00' };
  const mail = compose({ template, data }, 'https://p');
  expect(mail.subject).toBe(`【學員訓練報名網】${subject}`);
  for (const text of ['林怡君 您好：', done, link]) expect(mail.text).toContain(text);
});

it.each([
  ['group_added', '您已加入團體', '已將您加入團體', 'https://portal.example/Group'],
  ['group_removed', '您已移出團體', '已將您移出團體', 'https://portal.example/Auth/PayRecord'],
] as const)('says who changed which group: %s', (template, subject, done, link) => {
  const data = { name: '<b>林怡君</b>', group: '藍海 & 救生隊', manager: '王<小>明' };
  const mail = compose({ template, data }, 'https://portal.example');
  expect(mail.subject).toBe(`【學員訓練報名網】${subject}：藍海 & 救生隊`);
  for (const text of [`管理員「王<小>明」${done}「藍海 & 救生隊」。`, link])
    expect(mail.text).toContain(text);
  expect(mail.html).toContain(`管理員「王&lt;小&gt;明」${done}「藍海 &amp; 救生隊」。`);
  expect(mail.html).toContain('&lt;b&gt;林怡君&lt;/b&gt; 您好：');
});

it('leads to the screen for a new password by a link of the public address', () => {
  const mail = compose(
    {
      template: 'password_reset',
      data: { name: '林怡君 <x>', minutes: 60, secret: { token: 'abc-DEF_123' } },
    },
    'https://portal.example',
  );
  expect(mail.subject).toBe('【學員訓練報名網】密碼重設通知');
  expect(mail.text).toContain('林怡君 <x> 您好：');
  expect(mail.text).toContain('我們收到您重設密碼的申請，請於 60 分鐘內點選下列連結設定新密碼：');
  expect(mail.text).toContain('\nhttps://portal.example/ForgetPassword?token=abc-DEF_123\n');
  expect(mail.text).toContain('若您未提出此申請，請忽略本信。');
  expect(mail.html).toContain('href="https://portal.example/ForgetPassword?token=abc-DEF_123"');
  expect(mail.html).toContain('林怡君 &lt;x&gt; 您好：');
});

it('says when the password was changed, and where to go if it was somebody else', () => {
  const mail = compose(
    { template: 'password_changed', data: { name: '林怡君', time: '2026-12-01（二）10:00' } },
    'https://portal.example',
  );
  expect(mail.subject).toBe('【學員訓練報名網】密碼變更通知');
  expect(mail.text).toContain('您的密碼已於 2026-12-01（二）10:00 變更');
  expect(mail.html).toContain('href="https://portal.example/ForgetPassword"');
});

it.each([
  ['approved', { toPay: true }, '報名資格審查通過', '請於繳費期限內完成繳費'],
  ['approved', { toPay: false }, '報名資格審查通過', '本課程無須繳費，您已完成報名'],
  ['refused', { reason: '未檢附證書' }, '報名資格審查未通過', '原因：未檢附證書'],
  ['payment_confirmed', {}, '已確認收到款項', '您已完成報名'],
  ['payment_rejected', { reason: '查無匯款', person: null }, '繳費回報未通過審查', '原因：查無匯款'],
  [
    'payment_rejected',
    { reason: '查無匯款', person: '王小明' },
    '繳費回報未通過審查',
    '您為「王小明」繳納的款項',
  ],
] as const)('tells of what staff decided: %s %j', (template, more, subject, sentence) => {
  const mail = compose({ template, data: { ...enrolled, ...more } } as Mail, 'https://portal.example');
  expect(mail.subject).toBe(`【學員訓練報名網】${subject}：初級急救員訓練 & 複訓`);
  for (const text of [sentence, '課程代碼：TPE-FA1-001', 'https://portal.example/Auth/PayRecord']) {
    expect(mail.text).toContain(text);
  }
  expect(mail.html).toContain('&lt;b&gt;林怡君&lt;/b&gt; 您好：');
});

it.each<[string, object, boolean]>([
  ['of a class that costs something', { toPay: true, group: '藍海<救生隊>' }, true],
  ['of a class that costs nothing', { toPay: false, group: '藍海<救生隊>' }, false],
  ['of one’s own, or of a manager', { toPay: true, group: null }, false],
  ['that a version before has queued', { toPay: true }, false],
])('an approval names the group that may pay for a seat %s', (_, more, named) => {
  const mail = compose({ template: 'approved', data: { ...enrolled, ...more } } as Mail, 'https://p');
  const sentence =
    '您由團體「藍海<救生隊>」報名，可由該團體管理員統一繳費並回報，請先與管理員確認，以免重複繳費。';
  expect([mail.text.includes(sentence), mail.text.includes('團體')]).toEqual([named, named]);
  expect(mail.html).not.toContain('<救生隊>');
});

it('tells a member that the report of the group’s manager was in vain, and to ask there before paying', () => {
  const data = { ...enrolled, reason: '查無匯款', person: null, group: '藍海<救生隊>' };
  const mail = compose({ template: 'payment_rejected', data }, 'https://p');
  expect(mail.text).toContain(
    '您由團體「藍海<救生隊>」報名，我們未能確認收到該團體管理員為您回報的款項，請先與管理員確認，以免重複繳費。',
  );
  expect(mail.text).not.toContain('重新回報繳費');
  expect(mail.html).not.toContain('<救生隊>');
});

it.each<[Mail, string]>([
  [
    { template: 'payment_rejected', data: { ...enrolled, reason: '查無匯款', person: '' } },
    '我們未能確認收到您為團體成員繳納的款項，',
  ],
  [
    { template: 'group_added', data: { name: '林怡君', group: '藍海', manager: '' } },
    '團體管理員已將您加入團體「藍海」。',
  ],
  [
    { template: 'group_removed', data: { name: '林怡君', group: '藍海', manager: '' } },
    '團體管理員已將您移出團體「藍海」。',
  ],
])('names nobody whose mailbox is not confirmed: %j', (mail, sentence) => {
  const { text } = compose(mail, 'https://p');
  expect(text).toContain(sentence);
  expect(text).not.toContain('「」');
});

it.each([{}, { group: null }])('tells who reported to report again: %j', (more) => {
  const data = { ...enrolled, reason: '查無匯款', person: null, ...more };
  const { text } = compose({ template: 'payment_rejected', data }, 'https://p');
  expect(text).toContain(
    '我們未能確認收到您的款項，請確認匯款資料後，至「學員中心 > 報名繳費紀錄」重新回報繳費。',
  );
  expect(text).not.toContain('團體');
});

it('keeps the heads of rows whole, and the line breaks of a value, in HTML as in the text', () => {
  const data = { ...enrolled, reason: '未檢附：\n<i>證書</i>\r\n照片' };
  const { text, html } = compose({ template: 'refused', data }, 'https://p');
  expect(text).toContain('原因：未檢附：\n<i>證書</i>\r\n照片\n會別');
  expect(html).toContain('<td>未檢附：<br>&lt;i&gt;證書&lt;/i&gt;<br>照片</td>');
  expect(html.match(/<th [^>]*>/g)).toEqual(
    Array(6).fill('<th align="left" valign="top" style="white-space:nowrap">'),
  );
});

const renewal = { name: '<b>林怡君</b>', certificate: '救生教練證 & 副本', number: 'LGI-2026-7KQ2M9XW4T' };
const validity = { start: '2027-03-01（一）', end: '2031-02-28（五）' };

it.each([
  [
    { template: 'renewal_asked', data: { ...renewal, ...validity, organization: '臺北市分會' } },
    '已收到您的換證申請',
    '新證照效期起日：2027-03-01（一）',
  ],
  [{ template: 'renewal_approved', data: { ...renewal, ...validity } }, '換證申請已通過', '2031-02-28（五）'],
  [
    { template: 'renewal_refused', data: { ...renewal, reason: '未附複訓證明' } },
    '換證申請未通過',
    '原因：未附複訓證明',
  ],
] as const satisfies readonly (readonly [Mail, string, string])[])(
  'tells of a renewal: %j',
  (letter, subject, sentence) => {
    const mail = compose(letter, 'https://portal.example');
    expect(mail.subject).toBe(`【學員訓練報名網】${subject}：救生教練證 & 副本`);
    for (const text of [sentence, '證照編號：LGI-2026-7KQ2M9XW4T', 'https://portal.example/Auth/CertList']) {
      expect(mail.text).toContain(text);
    }
    expect(mail.html).toContain('&lt;b&gt;林怡君&lt;/b&gt; 您好：');
    expect(mail.html).toContain('救生教練證 &amp; 副本');
  },
);

it('puts the code of a password into the mail, and no link that does without it', () => {
  const data = { name: '王大同', minutes: 15, secret: { code: '1234 5678' } };
  const { text } = compose({ template: 'password_code', data }, 'https://p');
  expect(text).toContain('請於 15 分鐘內');
  expect(text).toContain('驗證碼：1234 5678');
  expect(text).not.toContain('https://');
});

it.each([
  ['default_password_login', '登入通知', '舊系統的預設密碼（出生年月日）登入'],
  ['first_password_set', '密碼設定通知', '已於 2026-12-01（二）10:00 設定新密碼'],
] as const)('says what happened with the default password: %s', (template, subject, sentence) => {
  const data = { name: '王大同', time: '2026-12-01（二）10:00' };
  const mail = compose({ template, data }, 'https://p');
  expect(mail.subject).toBe(`【學員訓練報名網】${subject}`);
  for (const part of [sentence, '2026-12-01（二）10:00', 'https://p/ForgetPassword'])
    expect(mail.text).toContain(part);
});

it('invites staff by a link whose token stands in the fragment', () => {
  const data = { name: '陳承辦', minutes: 4320, secret: { token: 'secret-token' } };
  const { subject, text } = compose({ template: 'staff_invitation', data }, 'https://portal.example');
  expect(subject).toBe('【學員訓練報名網】後台帳號邀請');
  expect(text).toContain('請於 72 小時內點選下列連結設定密碼');
  expect(text).toContain('https://portal.example/office/invitation#secret-token');
});
