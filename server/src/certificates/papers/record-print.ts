import { type PaperFormat, paperFormatNames } from '@portal/contract/certificates';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';

interface Print {
  readonly certificateId: number;
  readonly format: PaperFormat;
}

/** A paper says the whole identity number: each one that staff take leaves an event. */
export const recordPrint = (
  tx: Tx,
  { certificateId, format }: Print,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const subject = { subject: 'certificate', subjectId: certificateId } as const;
  const after = { name: paperFormatNames[format] };
  return recordEvent(tx, { actor, action: 'certificate.print', ...subject, after }, now);
};
