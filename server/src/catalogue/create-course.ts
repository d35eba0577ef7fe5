import type { Circumstances } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Tx } from '../platform/database.ts';
import type { StaffOrSystem } from '../staff/actors.ts';
import { refuseWithout } from '../staff/policy.ts';
import { certificateKinds, coursePrerequisites, courses, subjects } from './tables.ts';

export interface NewCertificateKind {
  readonly id: number;
  readonly name: string;
  readonly type: 'ordinary' | 'coach';
  /** Years of validity. */
  readonly years: number;
}

export interface NewCourse {
  readonly id: number;
  readonly code: string;
  readonly chineseName: string;
  readonly certificateKindId: number;
  readonly hours: number;
  readonly position: number;
  readonly subjects: readonly {
    readonly id: number;
    readonly name: string;
    readonly kind: '學科' | '術科';
    readonly fullScore: number;
    readonly passScore: number;
  }[];
  readonly fee?: number;
  readonly limitNumber?: number;
  readonly paymentDays?: number;
  /** Percent. */
  readonly attendanceMinimum?: number;
  /** Ids of existing courses whose certificates a trainee should hold. */
  readonly requires: readonly number[];
}

export const createCertificateKind = async (
  tx: Tx,
  kind: NewCertificateKind,
  { actor, now }: Circumstances<StaffOrSystem>,
): Promise<void> => {
  refuseWithout(actor, 'settings.edit', null);
  await tx.insert(certificateKinds).values(kind);
  const event = {
    actor,
    action: 'certificate_kind.create',
    subject: 'certificate_kind',
    subjectId: kind.id,
  } as const;
  await recordEvent(tx, { ...event, after: { name: kind.name } }, now);
};

export const createCourse = async (
  tx: Tx,
  input: NewCourse,
  { actor, now }: Circumstances<StaffOrSystem>,
): Promise<void> => {
  refuseWithout(actor, 'settings.edit', null);
  const { subjects: examined, requires, ...course } = input;
  await tx.insert(courses).values(course);
  const courseId = course.id;
  if (examined.length > 0) {
    await tx
      .insert(subjects)
      .values(examined.map((subject, at) => ({ ...subject, courseId, position: at + 1 })));
  }
  if (requires.length > 0) {
    await tx.insert(coursePrerequisites).values(requires.map((requiresId) => ({ courseId, requiresId })));
  }
  const event = { actor, action: 'course.create', subject: 'course', subjectId: courseId } as const;
  await recordEvent(tx, { ...event, after: { code: course.code, name: course.chineseName } }, now);
};
