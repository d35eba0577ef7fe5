import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { ERASED_TEXT, type ErasedPart, erasedPart } from '../../platform/database/erased.ts';
import type { Person } from '../queries.ts';
import { moveFailures } from '../sign-in/sign-in-budget.ts';
import {
  accounts,
  contactUndos,
  knownAddresses,
  passwordCodes,
  passwordResets,
  privacyAcceptances,
  sessions,
} from '../tables.ts';
import { markReplaced } from './photos.ts';

/** The account must keep a number; this has the form of a passport number. */
const nobodysNumber = (): string => `ERASED${randomBytes(7).toString('hex').toUpperCase()}`;

const ERASED_COLUMNS = {
  ...{ idNumber: null, englishName: null, sex: null, birthday: null, cityId: null, areaId: null },
  ...{ address: null, addressCode: null, email: null, cellPhone: null, homePhone: null, companyPhone: null },
  ...{ employer: null, careerId: null, educationId: null, educationStatusId: null, school: null },
  ...{ department: null, photoKey: null, emailConfirmedAt: null, phoneConfirmedAt: null },
} as const;

const eraseProfile = async (tx: Tx, person: Person, now: Date): Promise<ErasedPart> => {
  const passportNo = nobodysNumber();
  const emptied = await tx
    .update(accounts)
    .set({
      ...ERASED_COLUMNS,
      ...{ country: 'foreign', passportNo, chineseName: ERASED_TEXT, passwordHash: '' },
      ...{ suspendedAt: person.suspendedAt ?? now, erasedAt: now, updatedAt: now },
    })
    .where(eq(accounts.id, person.id));
  await moveFailures(tx, person.account, passportNo);
  if (person.photoKey !== null) await markReplaced(tx, person.id, person.photoKey, now);
  return erasedPart(accounts, 'emptied', emptied);
};

const TABLES_OF_ACCOUNT = [
  sessions,
  knownAddresses,
  passwordResets,
  passwordCodes,
  contactUndos,
  privacyAcceptances,
];

/** The number is free afterwards: its owner may join again. */
export const eraseAccount = async (tx: Tx, person: Person, now: Date): Promise<ErasedPart[]> => {
  const parts = [await eraseProfile(tx, person, now)];
  for (const table of TABLES_OF_ACCOUNT) {
    parts.push(erasedPart(table, 'deleted', await tx.delete(table).where(eq(table.accountId, person.id))));
  }
  return parts;
};

/** The texts by which the person could be found. */
export const personalWords = (person: Person): string[] => {
  const { chineseName, englishName, idNumber, passportNo, email, address, birthday } = person;
  const { cellPhone, homePhone, companyPhone } = person;
  const texts = [chineseName, englishName, idNumber, passportNo, email, address, birthday];
  const words = [...texts, cellPhone, homePhone, companyPhone].filter((word) => word !== null);
  return [...new Set(words)].filter((word) => word.length > 1);
};
