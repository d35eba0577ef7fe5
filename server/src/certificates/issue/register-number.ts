import { formatRegisterNumber } from '@portal/contract/register-number';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { registerCounters } from '../tables.ts';

interface RegisterPlace {
  readonly organization: { readonly id: number; readonly name: string };
  readonly kind: { readonly id: number; readonly name: string; readonly registerPattern: string };
  readonly year: number;
}

interface RegisterNumber {
  readonly serial: number;
  readonly registerNumber: string;
}

/** The next number. Its counter stays locked until the end of the transaction, so that a rollback leaves no gap. */
export const takeRegisterNumber = async (
  tx: Tx,
  { organization, kind, year }: RegisterPlace,
): Promise<RegisterNumber> => {
  const counter = { organizationId: organization.id, kindId: kind.id, year };
  const [counted] = await tx
    .insert(registerCounters)
    .values({ ...counter, last: 1 })
    .onConflictDoUpdate({
      target: [registerCounters.organizationId, registerCounters.kindId, registerCounters.year],
      set: { last: sql`${registerCounters.last} + 1` },
    })
    .returning({ serial: registerCounters.last });
  if (!counted) throw new Error('the register counter was not kept');
  const { serial } = counted;
  const parts = { organization: organization.name, kind: kind.name, year, serial };
  return { serial, registerNumber: formatRegisterNumber(kind.registerPattern, parts) };
};
