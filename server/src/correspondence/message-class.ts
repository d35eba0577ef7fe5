import type { Audience } from '@portal/contract/office/correspondence';
import type { Context } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import { wasRecorded } from '../audit/was-recorded.ts';
import { lockClass } from '../catalogue/lock-class.ts';
import { requireClassFor } from '../classes/queries.ts';
import { type ClassInLetter, classInLetter } from '../enrolment/letter-parts.ts';
import { SEAT_STATES, type State } from '../enrolment/states.ts';
import type { Mail } from '../mail/letters.ts';
import { queueMails } from '../mail/queue.ts';
import type { Executor, Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { classMessageLetter } from './letters.ts';
import { findPeople } from './queries.ts';

const statesOf: Readonly<Record<Audience, readonly State[]>> = {
  live: SEAT_STATES,
  pending: ['pending'],
  unpaid: ['unpaid'],
  reported: ['reported'],
  confirmed: ['confirmed'],
};

interface Message {
  readonly classId: number;
  readonly audience: Audience;
  readonly subject: string;
  readonly text: string;
}

const findFacts = async (db: Executor, id: number, actor: Staff): Promise<ClassInLetter> => {
  const { class: trainingClass, course, organization } = await requireClassFor(db, id, actor, 'mail.send');
  return classInLetter({ ...trainingClass, organization, train: course.chineseName });
};

/** Throws `message_nobody` if nobody has an address. */
const findAudience = async (db: Executor, { classId, audience }: Message) => {
  const people = await findPeople(db, classId, statesOf[audience]);
  const reached = people.filter(({ email }) => email !== null);
  const [first] = reached;
  if (!first) throw new Refusal('message_nobody');
  return { reached, first, withoutAddress: people.length - reached.length };
};

const letterTo = ({ name }: { name: string }, { subject, text }: Message, facts: ClassInLetter): Mail =>
  classMessageLetter({ ...facts, name, subject, text });

export const previewMessage = async (db: Executor, message: Message, actor: Staff) => {
  const facts = await findFacts(db, message.classId, actor);
  const { reached, first, withoutAddress } = await findAudience(db, message);
  return {
    recipients: reached.length,
    unconfirmed: reached.filter(({ confirmed }) => !confirmed).length,
    withoutAddress,
    to: first.name,
    mail: letterTo(first, message, facts),
  };
};

const HOUR = 3_600_000;
const ACTION = 'class.message';

const recordOf = ({ audience, subject, text }: Message) => ({
  audience,
  mailSubject: subject,
  mailText: text,
});

const refuseRepeated = async (tx: Tx, message: Message, now: Date): Promise<void> => {
  const event = { subject: 'class', subjectId: message.classId, action: ACTION } as const;
  const since = new Date(now.getTime() - HOUR);
  if (await wasRecorded(tx, { ...event, after: recordOf(message) }, since))
    throw new Refusal('message_repeated');
};

/** `recipients` is the number that the preview showed. The same message goes to a class at most once an hour. */
export const messageClass = async (
  tx: Tx,
  { recipients, ...message }: Message & { readonly recipients: number },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const { classId } = message;
  await lockClass(tx, { id: classId, actor, right: 'mail.send' });
  await refuseRepeated(tx, message, now);
  const { reached } = await findAudience(tx, message);
  const n = reached.length;
  if (n !== recipients) throw new Refusal('message_recipients_changed', { values: { n } });
  const facts = await findFacts(tx, classId, actor);
  await queueMails(tx, reached, (person) => letterTo(person, message, facts), now);
  const event = { actor, action: ACTION, subject: 'class', subjectId: classId } as const;
  await recordEvent(tx, { ...event, after: { ...recordOf(message), people: n } }, now);
};
