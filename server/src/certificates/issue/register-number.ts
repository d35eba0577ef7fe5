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

/** Takes the next numbers. Their counter stays locked until the end of the transaction, so that a rollback leaves no gap. */
export const takeRegisterNumbers = async (
  tx: Tx,
  { organization, kind, year }: RegisterPlace,
  count: number,
): Promise<RegisterNumber[]> => {
  const counter = { organizationId: organization.id, kindId: kind.id, year };
  const [counted] = await tx
    .insert(registerCounters)
    .values({ ...counter, last: count })
    .onConflictDoUpdate({
      target: [registerCounters.organizationId, registerCounters.kindId, registerCounters.year],
      set: { last: sql`${registerCounters.last} + ${count}` },
    })
    .returning({ last: registerCounters.last });
  if (!counted) throw new Error('the register counter was not kept');
  return Array.from({ length: count }, (_, at) => {
    const serial = counted.last - count + 1 + at;
    const parts = { organization: organization.name, kind: kind.name, year, serial };
    return { serial, registerNumber: formatRegisterNumber(kind.registerPattern, parts) };
  });
};
