import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import { cleanHtml } from '../../platform/http/html.ts';
import type { StaffOrSystem } from '../../staff/actors.ts';
import { requireRight } from '../../staff/policy.ts';
import { classes } from '../tables.ts';

export interface NewClass {
  /** Letters, digits and `-`; unique and never reused. */
  readonly code: string;
  readonly organizationId: number;
  readonly courseId: number;
  readonly startTime: Date;
  readonly limitNumber: number;
  readonly place: string;
  readonly contactName: string;
  readonly contactPhone: string;
  readonly html?: string;
  /** The group that it is reserved for; such a class takes no personal enrolments. */
  readonly groupId?: number | null;
  readonly personalAllow: boolean;
  readonly groupAllow: boolean;
  readonly applyFrom?: Date | null;
  readonly applyUntil?: Date | null;
  /** In whole New Taiwan dollars; 0 is free. */
  readonly fee: number;
  readonly minimumNumber?: number | null;
  readonly staffNote?: string;
  /** Days to pay after the approval; 7 by default. */
  readonly paymentDays?: number;
  readonly bankAccountId?: number | null;
  /** Hours taught, if they differ from the course's. */
  readonly hours?: number | null;
  readonly paidHtml?: string;
  readonly info?: string | null;
}

/** Inserts a draft. Returns its id. Throws unless the actor may write classes of the organisation. */
export const createClass = async (
  tx: Tx,
  input: NewClass,
  { actor, now }: Context<StaffOrSystem>,
): Promise<number> => {
  requireRight(actor, 'class.write', input.organizationId);
  const html = cleanHtml(input.html ?? '');
  const paidHtml = cleanHtml(input.paidHtml ?? '');
  const info = input.info ? cleanHtml(input.info) : null;
  const [created] = await tx
    .insert(classes)
    .values({ ...input, html, paidHtml, info, createdAt: now })
    .returning({ id: classes.id });
  if (!created) throw new Error('the class was not inserted');
  const event = { actor, action: 'class.create', subject: 'class', subjectId: created.id } as const;
  await recordEvent(tx, { ...event, after: { code: input.code } }, now);
  return created.id;
};
