import type { Action } from '@portal/contract/office/audit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { auditEvents } from '../../audit/tables.ts';
import { findVersion } from '../../audit/version.ts';
import { versionedPerson } from './person-version.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test.each<[Action, boolean]>([
  ['account.change_identity', true],
  ['account.edit', true],
  ['account.fill', true],
  ['account.unfill', true],
  ['account.release_identifier', true],
  ['account.set_mailbox', true],
  ['account.update', true],
  ['contact.undo', true],
  ['person.merge', true],
  ['person.undo_merge', true],
  ['person.show_identity', false],
  ['privacy.copy', false],
])('%s changes what staff see of a person: %s', async (action, expected) => {
  const { id: subjectId } = await buildAccount(portal.db);
  const event = { actor: 'staff:1', action, subject: 'account', subjectId, at: NOW } as const;
  const [stored] = await portal.db.insert(auditEvents).values(event).returning({ id: auditEvents.id });
  const version = await findVersion(portal.db, versionedPerson(subjectId));
  expect(version).toBe(expected ? stored?.id : 0);
});
