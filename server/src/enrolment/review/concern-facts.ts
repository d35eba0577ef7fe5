import type { Concern } from '@portal/contract/office/enrolment';
import { sql } from 'drizzle-orm';
import { accounts } from '../../accounts/tables.ts';
import { certificateKinds, courseDocuments, coursePrerequisites, courses } from '../../catalogue/tables.ts';
import { certificates } from '../../certificates/tables.ts';
import { classes } from '../../classes/tables.ts';
import { registrationDocuments } from '../../documents/tables.ts';
import type { Executor } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { concernsOf, type PrerequisiteStatus } from '../rules.ts';
import { haveOverlappingHours } from '../seats/class-hours.ts';
import { countSameNetwork, isUnconfirmed, MIN_SAME_NETWORK } from '../seats/unconfirmed.ts';
import { registrations, seatStates } from '../tables.ts';

const { placeholder } = sql;

/* r: registration, c: class (c.course_id is its course), a: account. o, oc: another registration and its class. */

/** All prerequisites of the course. If there are several certificates of a kind, the last to expire counts. */
const prerequisiteStatuses = sql`(
  select coalesce(json_agg(json_build_object('course', required.chinese_name, 'certificate', kind.name,
    'number', held.number, 'endTime', held.end_time) order by required.position, required.id), '[]')
  from ${coursePrerequisites} prerequisite
  join ${courses} required on required.id = prerequisite.requires_id
  join ${certificateKinds} kind on kind.id = required.certificate_kind_id
  left join lateral (
    select certificate.number, certificate.end_time from ${certificates} certificate
    join ${courses} passed on passed.id = certificate.course_id
    where certificate.account_id = a.id and passed.certificate_kind_id = kind.id
      and certificate.state not in ('revoked', 'corrected')
    order by certificate.end_time desc, certificate.id desc limit 1
  ) held on true
  where prerequisite.course_id = c.course_id)`;

const hasOverlappingClass = sql`exists (
  select from ${registrations} o join ${classes} oc on oc.id = o.class_id
  where o.account_id = r.account_id and o.id <> r.id and o.state in ${seatStates}
    and ${haveOverlappingHours('c', 'oc')})`;

const isDocumentMissing = sql`exists (
  select from ${courseDocuments} d
  where d.course_id = c.course_id and d.withdrawn_at is null and d.required and not exists (
    select from ${registrationDocuments} given
    where given.registration_id = r.id and given.course_document_id = d.id))`;

const sameNetwork = countSameNetwork({ classId: sql`r.class_id`, network: sql`r.network` });

export const factsAsJson = sql`json_build_object('startTime', c.start_time, 'complete', a.state,
  'suspended', a.suspended_at is not null, 'unconfirmed', ${isUnconfirmed}, 'sameNetwork', ${sameNetwork}, 'hasPhoto', a.photo_key is not null, 'documentMissing', ${isDocumentMissing},
  'overlaps', ${hasOverlappingClass}, 'prerequisites', ${prerequisiteStatuses})`;

export interface StoredConcernFacts {
  readonly startTime: string;
  readonly complete: boolean;
  readonly suspended: boolean;
  readonly unconfirmed: boolean;
  /** How many people enrolled in the class from the same network, this person included. */
  readonly sameNetwork: number;
  readonly hasPhoto: boolean;
  readonly documentMissing: boolean;
  readonly overlaps: boolean;
  readonly prerequisites: readonly PrerequisiteStatus[];
}

const selectFacts = statement<{ facts: StoredConcernFacts }>(
  'review_concerns',
  sql`select ${factsAsJson} as facts from ${registrations} r
    join ${accounts} a on a.id = r.account_id join ${classes} c on c.id = r.class_id
    where r.id = ${placeholder('registrationId')}`,
);

export const findConcernFacts = async (db: Executor, registrationId: number): Promise<StoredConcernFacts> => {
  const [found] = await selectFacts(db, { registrationId });
  if (!found) throw new Error(`registration ${registrationId} is gone`);
  return found.facts;
};

export const concernsOfStored = (facts: StoredConcernFacts, now: Date): Concern[] =>
  concernsOf({ ...facts, startTime: new Date(facts.startTime) }, now);

export const presentSameNetwork = ({ sameNetwork: people }: StoredConcernFacts): number =>
  people < MIN_SAME_NETWORK ? 0 : people;
