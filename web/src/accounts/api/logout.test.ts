import '../../../../kit/test/browser.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startApiServer } from '../../../../kit/test/api-server.ts';
import { buildUser } from '../../../test/person.ts';
import { keepDraft } from '../../platform/draft.ts';
import { currentUser, hasSessionEnded, logIn } from '../../platform/session.ts';
import { logOutEverywhere } from './logout.ts';

let server: Awaited<ReturnType<typeof startApiServer>>;

beforeEach(async () => {
  server = await startApiServer(() => ({ json: { message: '已登出' } }));
});
afterEach(() => server.stop());

test('logging out leaves no session and no drafts', async () => {
  keepDraft('register', { chinese_name: '王小明' });
  logIn({ user: buildUser(), access_token: 'left' });
  keepDraft('payment', { paid_name: '王小明' });
  sessionStorage.setItem('scroll-positions', '[]');

  logOutEverywhere();
  expect(currentUser()).toBeNull();
  expect(Object.keys(sessionStorage)).toEqual(['scroll-positions']);
  await expect
    .poll(() => server.seen.map(({ url, headers }) => [url, headers.authorization]))
    .toEqual([['/api/logout', 'Bearer left']]);
  expect(hasSessionEnded()).toBe(false);
});
