import type { Person } from '@portal/contract/accounts';
import type { Executor } from '../../platform/database/database.ts';
import { presentPerson } from '../present.ts';
import { findAccount } from '../queries.ts';

/** The caller checks whether the viewer may see it. */
export const findShownPerson = async (db: Executor, accountId: number): Promise<Person> =>
  presentPerson(await findAccount(db, accountId));
