import { eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import { isForeignKeyViolation } from '../../platform/database/violated-constraint.ts';
import type { StaffOrSystem } from '../../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../../staff/policy.ts';
import { lockCourses } from '../courses/write-course.ts';
import { certificateKinds, courses, subjects } from '../tables.ts';
import { findUnchangedStarters, starterKind } from './starter-set.ts';

/** False if something refers to the row: its foreign key has the last word. */
const removeUnlessUsed = async (tx: Tx, remove: (within: Tx) => Promise<unknown>): Promise<boolean> => {
  try {
    await tx.transaction(remove);
    return true;
  } catch (error) {
    if (isForeignKeyViolation(error)) return false;
    throw error;
  }
};

const removeCourse = (tx: Tx, id: number): Promise<boolean> =>
  removeUnlessUsed(tx, async (within) => {
    await within.delete(subjects).where(eq(subjects.courseId, id));
    await within.delete(courses).where(eq(courses.id, id));
  });

const removeKind = async (tx: Tx, { actor, now }: Context<StaffOrSystem>): Promise<void> => {
  const [kind] = await tx.select().from(certificateKinds).where(eq(certificateKinds.name, starterKind.name));
  if (kind?.type !== starterKind.type || kind.years !== starterKind.years) return;
  const isGone = await removeUnlessUsed(tx, (within) =>
    within.delete(certificateKinds).where(eq(certificateKinds.id, kind.id)),
  );
  if (!isGone) return;
  const event = { actor, action: 'certificate_kind.remove', subject: 'certificate_kind' } as const;
  await recordEvent(tx, { ...event, subjectId: kind.id, before: starterKind }, now);
};

/** Takes the courses that are as they were added and that nothing refers to, and then their kind of certificates. */
export const removeStarterSet = async (
  tx: Tx,
  _: object,
  { actor, now }: Context<StaffOrSystem>,
): Promise<void> => {
  requireRight(actor, 'settings.edit', WHOLE_ASSOCIATION);
  await lockCourses(tx);
  const removed: string[] = [];
  for (const { id, code, chineseName: name } of await findUnchangedStarters(tx)) {
    if (!(await removeCourse(tx, id))) continue;
    removed.push(name);
    const event = { actor, action: 'course.remove', subject: 'course', subjectId: id } as const;
    await recordEvent(tx, { ...event, before: { code, name } }, now);
  }
  if (removed.length === 0) return;
  await removeKind(tx, { actor, now });
  const event = { actor, action: 'starter.remove', subject: 'course', before: { list: removed } } as const;
  await recordEvent(tx, event, now);
};
