import { eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { StaffOrSystem } from '../../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../../staff/policy.ts';
import { createCertificateKind } from '../certificate-kinds/create-certificate-kind.ts';
import { addCourse } from '../courses/add-course.ts';
import { lockCourses } from '../courses/write-course.ts';
import { certificateKinds } from '../tables.ts';
import { findStarter, starterCourses, starterKind } from './starter-set.ts';

/** Does nothing if one of its courses is there already. */
export const addStarterSet = async (tx: Tx, _: object, context: Context<StaffOrSystem>): Promise<void> => {
  requireRight(context.actor, 'settings.edit', WHOLE_ASSOCIATION);
  await lockCourses(tx);
  if (!(await findStarter(tx)).canAdd) return;
  const [found] = await tx
    .select({ id: certificateKinds.id })
    .from(certificateKinds)
    .where(eq(certificateKinds.name, starterKind.name));
  const kindId = found?.id ?? (await createCertificateKind(tx, starterKind, context));
  for (const course of starterCourses) await addCourse(tx, { ...course, kindId }, context);
  const after = { list: starterCourses.map(({ name }) => name) };
  const event = { actor: context.actor, action: 'starter.add', subject: 'course', after } as const;
  await recordEvent(tx, event, context.now);
};
