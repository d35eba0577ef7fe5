import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { inTransaction } from '../platform/database/database.ts';
import { recordEvent } from './record-event.ts';
import { wasRecorded } from './was-recorded.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const event = { subject: 'class', subjectId: 7, action: 'class.message' } as const;
const message = { ...event, after: { mailSubject: '改期' } };
const before = new Date(NOW.getTime() - 1);

test('an act was recorded if all of it is the same and it is later than the time', async () => {
  const after = { mailSubject: '改期', people: 4 };
  await inTransaction(portal.db, (tx) => recordEvent(tx, { ...event, actor: 'system', after }, NOW));
  const found = (act: Parameters<typeof wasRecorded>[1], since = before) =>
    inTransaction(portal.db, (tx) => wasRecorded(tx, act, since));
  expect(await found(message)).toBe(true);
  expect([
    await found(message, NOW),
    await found({ ...message, subject: 'course' }),
    await found({ ...message, subjectId: 8 }),
    await found({ ...message, action: 'class.edit' }),
    await found({ ...message, after: { mailSubject: '停課' } }),
  ]).toEqual([false, false, false, false, false]);
});
