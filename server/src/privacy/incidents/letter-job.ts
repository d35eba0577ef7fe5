import { and, eq, isNull } from 'drizzle-orm';
import { findSurvivorId } from '../../accounts/merging/survivor.ts';
import { findAccount } from '../../accounts/queries.ts';
import { defineJob } from '../../jobs/job-kind.ts';
import { queueMail } from '../../mail/queue.ts';
import { Refusal } from '../../platform/errors.ts';
import { incidentLetter } from '../letters.ts';
import { HANDLE } from '../requests/find-request.ts';
import { incidentPeople } from '../tables.ts';
import { findIncident } from './find-incident.ts';
import { noticeOf } from './letter.ts';

interface LetterInput {
  readonly incidentId: number;
}

/** Mails the people of an incident, each once. The key of an item is the id of the account; the letter goes to its survivor. */
export const incidentLetterJob = defineJob<LetterInput>({
  kind: 'incident.notify',
  right: HANDLE,
  step: async (tx, { input: { incidentId }, key }, { actor, now }) => {
    const accountId = Number(key);
    const incident = await findIncident(tx, incidentId, actor);
    const { rowCount } = await tx
      .update(incidentPeople)
      .set({ mailedAt: now })
      .where(
        and(
          eq(incidentPeople.incidentId, incidentId),
          eq(incidentPeople.accountId, accountId),
          isNull(incidentPeople.mailedAt),
        ),
      );
    if (rowCount === 0) return '已寄過';
    const person = await findAccount(tx, await findSurvivorId(tx, accountId));
    if (person.email === null || person.emailConfirmedAt === null) throw new Refusal('incident_no_mailbox');
    const data = { ...noticeOf(incident), name: person.chineseName ?? '' };
    await queueMail(tx, { id: person.id, email: person.email }, incidentLetter(data), now);
    return null;
  },
});
