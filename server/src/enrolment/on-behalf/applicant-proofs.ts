import { APPLICANT_MINUTES } from '@portal/contract/office/enrolment';
import { type SQL, sql } from 'drizzle-orm';
import { accounts } from '../../accounts/tables.ts';
import { actorName, type Context } from '../../audit/actor.ts';
import { auditEvents } from '../../audit/tables.ts';
import type { Staff } from '../../staff/actors.ts';

/** The staff member confirmed the person a short time ago: the event is the proof. */
export const isIdentifiedBy = ({ actor, now }: Context<Staff>): SQL => sql`exists (
  select 1 from ${auditEvents} proof
  where proof.subject = 'account' and proof.subject_id = ${accounts.id} and proof.action = 'person.identify'
    and proof.actor = ${actorName(actor)} and proof.at > ${new Date(now.getTime() - APPLICANT_MINUTES * 60_000)})`;
