import { expect, test } from 'vitest';
import { refusalText } from '../platform/errors.ts';
import { tooManyAttempts } from './too-many-attempts.ts';

test.each([
  [1, '1 秒'],
  [59, '59 秒'],
  [60, '1 分鐘'],
  [61, '2 分鐘'],
  [895, '15 分鐘'],
  [900, '15 分鐘'],
  [3540, '59 分鐘'],
  [3541, '1 小時'],
  [3600, '1 小時'],
  [3601, '1 小時 1 分鐘'],
  [5400, '1 小時 30 分鐘'],
  [7200, '2 小時'],
  [86_400, '24 小時'],
])('a wait of %i seconds is told as %s, and by the second to machines', (seconds, wait) => {
  const refusal = tooManyAttempts(seconds);
  expect(refusalText(refusal)).toBe(`嘗試次數過多，請於 ${wait}後再試`);
  expect(refusal.details.retryAfter).toBe(seconds);
});
