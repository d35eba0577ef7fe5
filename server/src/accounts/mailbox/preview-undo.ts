import type { UndoPreview } from '@portal/contract/contact-undo';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { findAccount } from '../queries.ts';
import { nameOf, undoneFields } from './undo-contact-change.ts';
import { findUndoLink } from './undo-links.ts';

const hideMiddle = (text: string, shown: number): string => {
  const points = [...text];
  return `${points.slice(0, 1).join('')}***${points.slice(Math.max(1, points.length - shown)).join('')}`;
};

const hideMailbox = (email: string): string => {
  const at = email.lastIndexOf('@');
  return `${hideMiddle(email.slice(0, at), 0)}${email.slice(at)}`;
};

const hideNumber = (number: string): string => hideMiddle(number, 2);

export const previewUndo = async (db: Database, token: string, now: Date): Promise<UndoPreview> => {
  const link = await findUndoLink(db, token, now);
  if (!link) throw new Refusal('undo_link_ended');
  const person = await findAccount(db, link.accountId);
  if (person.suspendedAt) throw new Refusal('undo_link_ended');
  const values = { email: hideMailbox(link.email), passportNo: hideNumber(link.passportNo ?? '') };
  return {
    changes: undoneFields(link, person).map((field) => ({ name: nameOf(field), value: values[field] })),
  };
};
