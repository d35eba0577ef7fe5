import { type Circumstances, recordEvent } from '../platform/audit.ts';
import type { Tx } from '../platform/database.ts';
import { cleanHtml } from '../platform/html.ts';
import { classes } from './tables.ts';

export interface NewClass {
  /** Letters, digits and `-`; unique for ever. */
  readonly code: string;
  readonly organizationId: number;
  readonly trainClassId: number;
  readonly startTime: Date;
  readonly limitNumber: number;
  readonly place: string;
  readonly contactName: string;
  readonly contactPhone: string;
  readonly html?: string;
  /** The one group that it is reserved to; such a class takes nobody personally. */
  readonly groupId?: number | null;
  readonly personalAllow: boolean;
  readonly groupAllow: boolean;
  readonly applyFrom?: Date | null;
  readonly applyUntil?: Date | null;
  /** Whole New Taiwan dollars; 0 is free. */
  readonly fee: number;
  /** How to pay, shown to who may. */
  readonly paidHtml?: string;
  /** Further instructions beside `paidHtml`, as HTML too. */
  readonly info?: string | null;
}

/** A new opening, without seats held and not yet published. Returns its id. */
export const createClass = async (
  tx: Tx,
  input: NewClass,
  { actor, now }: Circumstances,
): Promise<number> => {
  const html = cleanHtml(input.html ?? '');
  const paidHtml = cleanHtml(input.paidHtml ?? '');
  const info = input.info ? cleanHtml(input.info) : null;
  const [created] = await tx
    .insert(classes)
    .values({ ...input, html, paidHtml, info, createdAt: now })
    .returning({ id: classes.id });
  if (!created) throw new Error('the class was not inserted');
  const event = { actor, action: 'class.create', subject: 'class', subjectId: created.id };
  await recordEvent(tx, { ...event, after: { code: input.code } }, now);
  return created.id;
};
