import type { Action } from '@portal/contract/office/audit';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { findVersion } from '../../audit/version.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { classVersion, versionOf } from './class-version.ts';

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

test('the version in a list is that of the own last change, whatever happened to others since', async () => {
  const record = (subject: 'class' | 'account', subjectId: number, action: Action) =>
    inTransaction(portal.db, (tx) => recordEvent(tx, { actor: 'system', action, subject, subjectId }, NOW));
  await record('class', 8, 'class.edit');
  const seen = await findVersion(portal.db, classVersion(8));
  await record('class', 8, 'class.message');
  await record('class', 9, 'class.edit');
  await record('account', 8, 'class.edit');
  const { rows } = await portal.db.execute(sql`select ${versionOf(sql`8`)} as version`);
  expect(rows.map(({ version }) => Number(version))).toEqual([seen]);
});
