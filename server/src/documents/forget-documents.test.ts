import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildClass } from '../../test/factories/catalogue.ts';
import { buildDocument } from '../../test/factories/document.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { auditEvents } from '../audit/tables.ts';
import { unusedFiles } from '../platform/tables.ts';
import { forgetDocuments } from './forget-documents.ts';
import { registrationDocuments } from './tables.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const DAY = 86_400_000;

/** A document of a class that began and ended so many days ago. */
const documentOf = async (began: number, ended?: number) => {
  const { db, services } = portal;
  const ago = (days: number) => new Date(NOW.getTime() - days * DAY);
  const opening = await buildClass(db, {
    startTime: ago(began),
    endTime: ended === undefined ? null : ago(ended),
  });
  const registration = await buildRegistration(db, { class: opening, account: await buildAccount(db) });
  return buildDocument(services, { registration });
};

it('removes documents six months after the end of the class, with their files and an event', async () => {
  const { db } = portal;
  const old = await documentOf(200);
  const kept = [await documentOf(170), await documentOf(200, 170), await documentOf(-30)];
  await forgetDocuments(db, 6, NOW);
  const left = await db.select({ id: registrationDocuments.id }).from(registrationDocuments);
  expect(left.map(({ id }) => id).sort()).toEqual(kept.map(({ id }) => id).sort());
  const unused = await db.select({ key: unusedFiles.key }).from(unusedFiles);
  expect(unused).toEqual([{ key: old.fileKey }]);
  const events = await db
    .select({ actor: auditEvents.actor, about: auditEvents.subjectId })
    .from(auditEvents)
    .where(eq(auditEvents.action, 'document.forget'));
  expect(events).toEqual([{ actor: 'system', about: old.registrationId }]);
});
