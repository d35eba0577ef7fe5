import { eq, inArray } from 'drizzle-orm';
import { courses } from '../src/catalogue/tables.ts';
import { setNeeds } from '../src/certificates/group/set-needs.ts';
import { groups } from '../src/groups/tables.ts';
import type { Tx } from '../src/platform/database/database.ts';
import type { CourseCode } from './content.ts';

type Needs = Readonly<Partial<Record<CourseCode, number>>>;

/** How many people each group needs, by the course that gives the certificate. */
const NEEDS: Readonly<Record<string, Needs>> = {
  LANHAI: { CPR: 3, FA1: 3, LG1: 5, SWC: 1 },
  POOL: { CPR: 9, FA1: 5, LG1: 8, WS1: 2 },
};

/** The certificates that the demo groups ask for. */
export const loadGroupNeeds = async (tx: Tx, now: Date): Promise<void> => {
  for (const [code, needed] of Object.entries(NEEDS)) {
    const [group] = await tx.select({ id: groups.id }).from(groups).where(eq(groups.code, code));
    if (!group) throw new Error(`there is no group ${code}`);
    const found = await tx
      .select({ code: courses.code, kind: courses.certificateKindId })
      .from(courses)
      .where(inArray(courses.code, Object.keys(needed)));
    const needs = found.map(({ code: course, kind }) => ({
      kind,
      count: needed[course as CourseCode] ?? 1,
    }));
    await setNeeds(tx, { group, needs, version: 0 }, { actor: 'system', now });
  }
};
