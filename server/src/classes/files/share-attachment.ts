import { randomBytes } from 'node:crypto';
import { ATTACHMENTS_AT_MOST } from '@portal/contract/office/classes';
import { eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { findSeries } from '../acts/find-series.ts';
import { classes } from '../tables.ts';
import { insertAttachment, refuseClassOfOtherBranch } from './add-attachment.ts';
import {
  type AttachmentRow,
  findAttachments,
  lockAttachments,
  requireAttachment,
} from './attachment-queries.ts';

/** Returns false if the class has the file. */
const addTo = async (
  tx: Tx,
  classId: number,
  { fileKey, name, extension, size }: AttachmentRow,
  context: Context<Staff>,
): Promise<boolean> => {
  const present = await findAttachments(tx, classId);
  if (present.some((each) => each.fileKey === fileKey)) return false;
  if (present.length >= ATTACHMENTS_AT_MOST)
    throw new Refusal('attachments_full', { values: { n: ATTACHMENTS_AT_MOST } });
  const file = { fileKey, src: randomBytes(24).toString('base64url'), size };
  await insertAttachment(tx, { classId, name, extension, ...file }, context);
  return true;
};

/** Adds the file to the other classes of the series that have not begun. Returns how many got it. */
export const shareAttachment = async (
  tx: Tx,
  { classId, id }: { classId: number; id: number },
  context: Context<Staff>,
): Promise<number> => {
  await refuseClassOfOtherBranch(tx, classId, context.actor);
  const [own] = await tx.select().from(classes).where(eq(classes.id, classId));
  const others = own ? await findSeries(tx, own, context.now) : [];
  for (const each of [classId, ...others.map((other) => other.id)].toSorted((a, b) => a - b))
    await lockAttachments(tx, each);
  const attachment = await requireAttachment(tx, { classId, id });
  let added = 0;
  for (const other of others) if (await addTo(tx, other.id, attachment, context)) added += 1;
  return added;
};
