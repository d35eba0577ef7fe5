import { addDays, readable, today } from '@portal/contract/dates';
import type { PostponeForm } from '@portal/contract/office/classes';
import type * as z from 'zod/mini';
import type { Context } from '../../audit/actor.ts';
import { refuseOldVersion } from '../../audit/version.ts';
import { lockClass } from '../../catalogue/lock-class.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { classPostponedLetter } from '../letters.ts';
import { findSessions } from '../queries.ts';
import { sessionsOf } from './class-input.ts';
import { refuseImpossibleAct, takeStep } from './class-step.ts';
import { classVersion } from './class-version.ts';
import { queueSeatHolderMails } from './queue-seat-holder-mails.ts';
import { haveSameTimes, sessionText, sortSessions, taipeiTime } from './sessions.ts';
import { type NewClassSession, writeSessions } from './set-class-sessions.ts';

const refuseWrongTimes = (
  before: readonly NewClassSession[],
  after: readonly NewClassSession[],
  now: Date,
): void => {
  const [first] = sortSessions(after);
  if (!first || taipeiTime(first.date, first.fromTime) <= now) throw new Refusal('class_postpone_past');
  if (haveSameTimes(before, after)) throw new Refusal('class_postpone_same');
};

/** 延期: seat holders get a mail and may cancel free of charge for `freeDays` days. */
export const postponeClass = async (
  tx: Tx,
  { id, sessions, message, freeDays, version }: z.output<typeof PostponeForm> & { id: number },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const trainingClass = await lockClass(tx, { id, actor, right: 'class.publish' });
  await refuseOldVersion(tx, classVersion(id), version);
  await refuseImpossibleAct(tx, 'postpone', trainingClass, now);
  const before = await findSessions(tx, id);
  const after = sessionsOf({ sessions });
  refuseWrongTimes(before, after, now);

  await writeSessions(tx, { classId: id, sessions: after });
  const freeCancelUntil = freeDays === 0 ? null : addDays(today(now), freeDays);
  await takeStep(
    tx,
    'postpone',
    trainingClass,
    {
      set: { postponedAt: now, freeCancelUntil },
      before: { sessions: sortSessions(before).map(sessionText) },
      after: { sessions: sortSessions(after).map(sessionText), message, freeCancelUntil },
    },
    { actor, now },
  );
  const until = freeCancelUntil && readable(freeCancelUntil);
  await queueSeatHolderMails(tx, id, (about) => classPostponedLetter({ ...about, message, until }), now);
};
