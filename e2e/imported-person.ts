import { randomInt } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { importPerson } from '../server/demo/load-people.ts';
import { imported } from '../server/demo/people.ts';
import { accounts } from '../server/src/accounts/tables.ts';
import type { Database } from '../server/src/platform/database/database.ts';
import { nationalId } from '../server/test/factories/identity.ts';

/** A person imported from the old system; the password is the birth date. */
export const buildImportedPerson = async (db: Database) => {
  // The demo data and the people who register use other letters.
  const account = nationalId(randomInt(10_000_000), { letter: 'I' });
  const person = { ...imported, account };
  await importPerson({ db }, person, new Date());
  return { account, name: person.name, password: person.born.replaceAll('-', '') };
};

/** The same with a mailbox that the old system knew. */
export const buildImportedPersonWithMailbox = async (db: Database) => {
  const person = await buildImportedPerson(db);
  const email = `${person.account.toLowerCase()}@example.com`;
  await db.update(accounts).set({ email }).where(eq(accounts.idNumber, person.account));
  return { ...person, email };
};
