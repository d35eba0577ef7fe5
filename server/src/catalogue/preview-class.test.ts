import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildClass } from '../../test/factories/catalogue.ts';
import { previewClass } from './preview-class.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test('a draft is shown as if it were published, and every other class as it is', async () => {
  const draft = await buildClass(portal.db, { publishedAt: null });
  expect(await previewClass(portal.db, draft.id, NOW)).toMatchObject({
    ...{ code: draft.code, personal_allow: true, personal_obstacle: null },
  });
  const stopped = await buildClass(portal.db, { state: 'closed' });
  expect(await previewClass(portal.db, stopped.id, NOW)).toMatchObject({
    ...{ code: stopped.code, personal_allow: false },
  });
});

test('a class that does not exist is not found', async () => {
  await expect(previewClass(portal.db, 987_654, NOW)).rejects.toMatchObject({ code: 'not_found' });
});
