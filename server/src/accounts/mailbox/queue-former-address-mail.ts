import { UNDO_HOURS } from '@portal/contract/contact-undo';
import { readableTime } from '@portal/contract/dates';
import { queueMail } from '../../mail/queue.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Person } from '../queries.ts';
import { contactAdoptedLetter, contactChangedLetter } from './letters.ts';
import { mayMailUnconfirmed } from './own-change-mails.ts';
import { makeUndoLink } from './undo-links.ts';

export const queueFormerAddressMail = async (
  tx: Tx,
  before: Person,
  after: Pick<Person, 'email' | 'passportNo'>,
  now: Date,
): Promise<void> => {
  const isOther = before.country === 'foreign' && before.passportNo !== after.passportNo;
  const passportNo = isOther ? before.passportNo : null;
  const changed = [
    ...(before.email === after.email ? [] : ['電子郵件']),
    ...(passportNo === null ? [] : ['護照號碼或居留證號']),
  ];
  if (changed.length === 0) return;
  const { id, email, emailConfirmedAt } = before;
  const hasConfirmedMailbox = emailConfirmedAt !== null;
  const time = readableTime(now);
  if (hasConfirmedMailbox || (await mayMailUnconfirmed(tx, before, now))) {
    const former = email && { id, email, hasConfirmedMailbox, passportNo };
    const token = former && (await makeUndoLink(tx, former, now));
    const data = {
      name: hasConfirmedMailbox ? (before.chineseName ?? '') : '',
      what: changed.join('、'),
      time,
      ...(token && { hours: UNDO_HOURS, secret: { token } }),
    };
    await queueMail(tx, { ...before, hasConfirmedMailbox }, contactChangedLetter(data), now);
  }
  if (email === null || email === after.email) return;
  const adopted = { id, email: after.email };
  if (await mayMailUnconfirmed(tx, adopted, now))
    await queueMail(tx, adopted, contactAdoptedLetter({ time }), now);
};
