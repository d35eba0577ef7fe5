import { randomBytes } from 'node:crypto';
import type { Context } from '../../audit/actor.ts';
import { recordEvents } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { attachments } from '../tables.ts';
import { refuseClassOfOtherBranch } from './add-attachment.ts';
import { findAttachments, lockAttachments } from './attachment-queries.ts';

interface Copy {
  readonly from: number;
  /** New classes without attachments. */
  readonly to: readonly number[];
}

/** The classes share the stored files, each at an address of its own. A file goes when its last attachment does. */
export const copyAttachments = async (
  tx: Tx,
  { from, to }: Copy,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  await refuseClassOfOtherBranch(tx, from, actor);
  // A removal at the same time waits, so that no file is noted as unused meanwhile.
  await lockAttachments(tx, from);
  const found = await findAttachments(tx, from);
  const rows = to.flatMap((classId) =>
    found.map(({ fileKey, name, extension, size, position }) => ({
      ...{ classId, fileKey, name, extension, size, position },
      src: randomBytes(24).toString('base64url'),
    })),
  );
  if (rows.length === 0) return;
  await tx.insert(attachments).values(rows);
  const event = { actor, action: 'attachment.add', subject: 'class' } as const;
  const events = rows.map(({ classId, name, extension }) => ({
    ...{ ...event, subjectId: classId },
    after: { name, extension },
  }));
  await recordEvents(tx, events, now);
};
