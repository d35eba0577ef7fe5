import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { findVersion } from '../../audit/version.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { classVersion } from './class-version.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test.each([
  ['class.edit', true],
  ['class.set_sessions', true],
  ['class.postpone', true],
  ['class.publish', true],
  ['class.message', false],
] as const)('%s makes what was shown before outdated: %s', async (action, isNewer) => {
  const before = await findVersion(portal.db, classVersion(7));
  const event = { actor: 'system', action, subject: 'class', subjectId: 7 } as const;
  await inTransaction(portal.db, (tx) => recordEvent(tx, event, NOW));
  expect((await findVersion(portal.db, classVersion(7))) > before).toBe(isNewer);
});
