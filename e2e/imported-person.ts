import { randomInt } from 'node:crypto';
import { importPerson } from '../server/src/demo/load-people.ts';
import { imported } from '../server/src/demo/people.ts';
import type { Database } from '../server/src/platform/database.ts';
import { nationalId } from '../server/test/factories/identity.ts';

/** Somebody whom the old system handed over, with their account and their password, the birth date. */
export const buildImportedPerson = async (db: Database) => {
  // The demo data and the people who register use other letters.
  const account = nationalId(randomInt(10_000_000), { letter: 'I' });
  const person = { ...imported, account };
  await importPerson({ db }, person, new Date());
  return { account, name: person.name, password: person.born.replaceAll('-', '') };
};
