import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { requireRegistration } from '../require-registration.ts';
import { registrationNotes } from '../tables.ts';

export const addNote = async (
  tx: Tx,
  { registrationId, text }: { registrationId: number; text: string },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const { id } = await requireRegistration(tx, registrationId, { actor, right: 'registration.review' });
  const [note] = await tx
    .insert(registrationNotes)
    .values({ registrationId: id, staffId: actor.staffId, at: now, text })
    .returning({ id: registrationNotes.id });
  const event = { actor, action: 'registration.note', subject: 'registration', subjectId: id } as const;
  await recordEvent(tx, { ...event, after: { noteId: note?.id } }, now);
};
