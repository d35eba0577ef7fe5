import { expect, test, vi } from 'vitest';

vi.stubGlobal('localStorage', { getItem: () => null });
vi.stubGlobal('addEventListener', () => undefined);
const { CallRefused } = await import('./api.ts');
const { failureText } = await import('./failure-text.ts');
const { Offline } = await import('./transport.ts');

const refused = (status: number, text: string) => new CallRefused({ status, text, retryAfter: null });

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
])('a foreign page with status %i is told in Chinese', (status, text) => {
  expect(failureText(refused(status, '<html>nginx</html>'))).toBe(text);
});

test('no connection and no answer of the agreed form are told apart', () => {
  expect(failureText(new Offline('Network Error'))).toBe('無法連線，請檢查網路後再試');
  expect(failureText(new TypeError('x'))).toBe('系統發生錯誤，請稍後再試');
});
