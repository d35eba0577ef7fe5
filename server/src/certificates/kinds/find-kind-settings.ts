import type { KindForm } from '@portal/contract/office/certificate-kinds';
import { and, asc, eq, sql } from 'drizzle-orm';
import { certificateKinds, organizations } from '../../catalogue/tables.ts';
import type { Executor } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { refresherRules, registerCounters } from '../tables.ts';

interface FoundKind {
  readonly kind: { readonly id: number; readonly name: string };
  readonly form: KindForm;
}

/** Throws `not_found`. */
export const findKindSettings = async (db: Executor, kindId: number): Promise<FoundKind> => {
  const [found] = await db
    .select({
      kind: { id: certificateKinds.id, name: certificateKinds.name },
      form: {
        name: certificateKinds.name,
        type: certificateKinds.type,
        years: certificateKinds.years,
        registerPattern: certificateKinds.registerPattern,
        refresherHours: refresherRules.hours,
        refresherYears: refresherRules.years,
      },
    })
    .from(certificateKinds)
    .leftJoin(refresherRules, eq(refresherRules.kindId, certificateKinds.id))
    .where(eq(certificateKinds.id, kindId));
  if (!found) throw new Refusal('not_found');
  return found;
};

/** The serial that each organisation gives out next, in the order of the organisations. */
export const findNextSerials = (db: Executor, kindId: number, year: number) =>
  db
    .select({
      organization: organizations.name,
      serial: sql<number>`coalesce(${registerCounters.last}, 0) + 1`,
    })
    .from(organizations)
    .leftJoin(
      registerCounters,
      and(
        eq(registerCounters.organizationId, organizations.id),
        eq(registerCounters.kindId, kindId),
        eq(registerCounters.year, year),
      ),
    )
    .orderBy(asc(organizations.position), asc(organizations.id));
