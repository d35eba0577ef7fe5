import { expect, test } from 'vitest';
import { CallRefused } from './call.ts';
import { failureText, failureTexts } from './failure-text.ts';
import { Offline } from './transport.ts';

const refused = (status: number, text: string) => new CallRefused({ status, text });

test('the server’s own sentence comes first', () => {
  expect(failureText(refused(429, '{"message":"嘗試次數過多，請於 30 秒後再試"}'))).toBe(
    '嘗試次數過多，請於 30 秒後再試',
  );
});

test.each([
  [413, '上傳的檔案過大'],
  [415, '不支援這種資料格式，請重新整理後再試'],
  [429, '操作過於頻繁，請稍後再試'],
  [502, '系統維護中，請稍後再試'],
  [503, '系統維護中，請稍後再試'],
  [500, '系統發生錯誤，請稍後再試'],
  [418, '系統發生錯誤，請稍後再試'],
])('a page of another program with status %i is reported in Chinese', (status, text) => {
  expect(failureText(refused(status, '<html>nginx</html>'))).toBe(text);
});

test('a missing connection and an unexpected answer have different texts', () => {
  expect(failureText(new Offline('Network Error'))).toBe('無法連線，請檢查網路後再試');
  expect(failureText(new TypeError('x'))).toBe('系統發生錯誤，請稍後再試');
});

test('all field errors of the server are shown in order', () => {
  const errors = { account: ['請輸入帳號'], password: ['請輸入密碼', '另一句'] };
  expect(failureTexts(refused(422, JSON.stringify({ message: '資料有誤', errors })))).toEqual([
    '請輸入帳號',
    '請輸入密碼',
    '另一句',
  ]);
});

test.each([
  [refused(403, '{"message":"查無此團體"}'), ['查無此團體']],
  [refused(502, '<html>nginx</html>'), ['系統維護中，請稍後再試']],
  [new Offline('Network Error'), ['無法連線，請檢查網路後再試']],
])('without a field the message is shown: %s', (error, texts) => {
  expect(failureTexts(error)).toEqual(texts);
});
