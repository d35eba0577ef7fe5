import { openAttachment } from '@portal/contract/office/classes';
import { addressOf } from '@portal/kit/browser/request.ts';

/** The session cookie is sent with it. */
export const attachmentAddress = (classId: number, id: number): string =>
  addressOf(openAttachment, { params: { id: classId, attachment: id } });
