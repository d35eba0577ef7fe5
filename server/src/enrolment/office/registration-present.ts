import { isoTaipei } from '@portal/contract/dates';
import type { RegistrationDetail } from '@portal/contract/office/enrolment';
import { maskIdentity } from '../../accounts/people/mask.ts';
import { hasStarted } from '../../catalogue/rules.ts';
import { balanceOf, heldOf } from '../../money/rules.ts';
import { type Refusal, refusalText } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { type ReviewAct, reviewRefusals } from '../policy.ts';
import { concernsOfStored, presentSameNetwork, type StoredConcernFacts } from '../review/concern-facts.ts';
import { ageAt, prerequisiteValidity } from '../rules.ts';
import type { FullRegistration, OtherRegistrationRow, RelatedData } from './registration-queries.ts';

const iso = (stored: string): string => isoTaipei(new Date(stored));

const presentOther = (row: OtherRegistrationRow) => ({
  id: row.id,
  state: row.state,
  reason: row.reason,
  result: row.result,
  class: {
    code: row.code,
    course: row.course,
    organization: row.organization,
    startTime: iso(row.startTime),
  },
});

const presentPermission = (refusal: Refusal | null) => ({
  allowed: refusal === null,
  why: refusal && refusalText(refusal),
});

const presentPermissions = (
  registration: FullRegistration,
  actor: Staff,
  now: Date,
): RegistrationDetail['can'] => {
  const { organizationId, startTime } = registration.class;
  const refusals = reviewRefusals({ ...registration, organizationId, startTime }, actor, now);
  const entries = Object.entries(refusals).map(([act, refusal]) => [act, presentPermission(refusal)]);
  return Object.fromEntries(entries) as Record<ReviewAct, ReturnType<typeof presentPermission>>;
};

const presentPerson = ({
  account,
  homeOrganization,
  career,
  education,
  class: { startTime },
}: FullRegistration) => ({
  id: account.id,
  name: account.chineseName ?? '',
  englishName: account.englishName,
  country: account.country,
  identity: maskIdentity(account.account),
  sex: account.sex,
  age: account.birthday === null ? null : ageAt(account.birthday, startTime),
  hasPhoto: account.photoKey !== null,
  organization: homeOrganization,
  phone: account.cellPhone,
  phoneConfirmed: account.phoneConfirmedAt !== null,
  email: account.email,
  emailConfirmed: account.emailConfirmedAt !== null,
  employer: account.employer,
  career,
  education,
  complete: account.state,
  suspended: account.suspendedAt !== null,
});

const presentConfirmBy = (
  { state, confirmBy }: FullRegistration,
  { unconfirmed }: StoredConcernFacts,
): string | null => (state === 'pending' && unconfirmed && confirmBy ? isoTaipei(confirmBy) : null);

const presentLedger = ({
  entries,
  balance,
}: Pick<RelatedData, 'entries' | 'balance'>): RegistrationDetail['ledger'] => ({
  entries: entries.map((entry) => ({ ...entry, at: iso(entry.at) })),
  balance: balanceOf(balance),
  held: heldOf(balance),
});

export const presentRegistrationPage = (
  registration: FullRegistration,
  { facts, others, notes, entries, balance, report }: RelatedData,
  actor: Staff,
  now: Date,
): RegistrationDetail => {
  const { class: trainingClass } = registration;
  return {
    id: registration.id,
    version: registration.version,
    state: registration.state,
    createdAt: isoTaipei(registration.createdAt),
    updatedAt: isoTaipei(registration.updatedAt),
    reason: registration.reason,
    paymentDue: registration.paymentDue,
    result: registration.result,
    person: presentPerson(registration),
    class: {
      id: trainingClass.id,
      code: trainingClass.code,
      course: registration.course,
      courseCode: registration.courseCode,
      organization: registration.organization,
      startTime: isoTaipei(trainingClass.startTime),
      place: trainingClass.place,
      fee: registration.fee ?? trainingClass.fee,
      limit: trainingClass.limitNumber,
      number: trainingClass.number,
      started: hasStarted(trainingClass, now),
    },
    group: registration.group,
    reported: report,
    ledger: presentLedger({ entries, balance }),
    concerns: concernsOfStored(facts, now),
    confirmBy: presentConfirmBy(registration, facts),
    sameNetwork: presentSameNetwork(facts),
    prerequisites: facts.prerequisites.map((prerequisite) => ({
      ...prerequisite,
      validity: prerequisiteValidity(prerequisite, trainingClass.startTime),
    })),
    overlapping: others.filter(({ overlaps }) => overlaps).map(presentOther),
    others: others.filter(({ overlaps }) => !overlaps).map(presentOther),
    notes: notes.map((note) => ({ ...note, at: isoTaipei(note.at) })),
    can: presentPermissions(registration, actor, now),
  };
};
