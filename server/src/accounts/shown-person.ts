import type { Person } from '@portal/contract/accounts';
import type { Executor } from '../platform/database.ts';
import { presentPerson } from './present.ts';
import { findAccount } from './queries.ts';

/** The whole of a person's data, for another room's answer. Whether the caller may see it is the room's question. */
export const findShownPerson = async (db: Executor, accountId: number): Promise<Person> =>
  presentPerson(await findAccount(db, accountId));
