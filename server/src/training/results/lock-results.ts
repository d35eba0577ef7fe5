import { readableTime } from '@portal/contract/dates';
import { inArray } from 'drizzle-orm';
import { type LockedRegistration, lockInClass } from '../../enrolment/lock-registrations.ts';
import type { State } from '../../enrolment/states.ts';
import type { Executor, Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { findActorNames } from '../../staff/find-actor-name.ts';
import { type ResultState, resultStateOf } from '../states.ts';
import { results } from '../tables.ts';

export interface LockedResult {
  readonly registrationId: number;
  readonly registrationState: State;
  readonly result: number | null;
  readonly state: ResultState;
  readonly row: typeof results.$inferSelect | undefined;
  readonly registration: LockedRegistration;
}

/** Locks the registrations of the class. Until the end of the transaction, other changes to them wait. */
export const lockResults = async (
  tx: Tx,
  classId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LockedResult>> => {
  const locked = await lockInClass(tx, classId, ids);
  const found = await tx
    .select()
    .from(results)
    .where(inArray(results.registrationId, [...ids]));
  const rows = new Map(found.map((row) => [row.registrationId, row]));
  return new Map(
    locked.map((registration) => {
      const { id: registrationId, state: registrationState, result } = registration;
      const row = rows.get(registrationId);
      const state = resultStateOf(result, row?.state);
      return [registrationId, { registrationId, registrationState, result, state, row, registration }];
    }),
  );
};

const changeNames: Readonly<Record<ResultState, string>> = {
  draft: '修改',
  published: '公布',
  corrected: '更正',
};

type ChangedResult = Pick<LockedResult, 'row' | 'state'>;

/** Says who has changed the result, when and how. `names` are those of the actors. */
export const resultChanged = ({ row, state }: ChangedResult, names: ReadonlyMap<string, string>): Refusal => {
  const name = (row && names.get(row.updatedBy)) ?? '系統';
  const time = row ? readableTime(row.updatedAt) : '稍早';
  return new Refusal('result_changed', { values: { name, time, what: changeNames[state] } });
};

export const changedRefusal = async (db: Executor, locked: LockedResult): Promise<Refusal> =>
  resultChanged(locked, await findActorNames(db, locked.row ? [locked.row.updatedBy] : []));
