import { districtCode } from '@portal/contract/primitives';
import { eq } from 'drizzle-orm';
import { careers, educationStatuses, educations } from '../../catalogue/tables.ts';
import type { Executor } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { areas } from '../tables.ts';

interface Place {
  readonly area: number | null;
  readonly address_code: string | null;
}

/** The city of the area. Throws if nobody knows the area, or if the postal code is that of another one. */
export const findPlace = async (db: Executor, { area, address_code }: Place) => {
  if (area === null) return { areaId: null, cityId: null };
  const [found] = await db.select().from(areas).where(eq(areas.id, area));
  if (!found) throw new Refusal('area_unknown');
  if (address_code !== null && ![found.code, found.secondCode].includes(districtCode(address_code)))
    throw new Refusal('postal_code_elsewhere');
  return { areaId: found.id, cityId: found.cityId };
};

const lists = {
  career: [careers, 'career_unknown'],
  education: [educations, 'education_unknown'],
  educationStatus: [educationStatuses, 'education_status_unknown'],
} as const;

/** Throws for a choice that is retired, unless it is the person’s already. */
export const requireChoice = async (
  db: Executor,
  list: keyof typeof lists,
  { chosen, own }: { readonly chosen: number | null; readonly own: number | null },
): Promise<void> => {
  if (chosen === null || chosen === own) return;
  const [table, refusal] = lists[list];
  const [found] = await db.select({ retiredAt: table.retiredAt }).from(table).where(eq(table.id, chosen));
  if (!found || found.retiredAt !== null) throw new Refusal(refusal);
};
