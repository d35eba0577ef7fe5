import { createHash } from 'node:crypto';
import { isoTaipei } from '@portal/contract/dates';
import type { AnswerOf } from '@portal/contract/endpoint';
import type * as contract from '@portal/contract/office/people';
import { maskIdentity } from '../../accounts/people/mask.ts';
import type { Person } from '../../accounts/queries.ts';
import { registerState } from '../../certificates/register/rules.ts';
import { ageAt } from '../../enrolment/rules.ts';
import { balanceOf, heldOf } from '../../money/rules.ts';
import type { Staff } from '../../staff/actors.ts';
import { may } from '../../staff/policy.ts';
import type { IdentityChangeRow } from '../acts/identity-changes.ts';
import type { IdentityFields } from '../tables.ts';
import type { findCertificates, findGroups, findLedger, findResults } from './tabs.ts';

/** A person without a name; nothing else is shown instead. */
export const UNNAMED_PERSON = '（未填姓名）';

const orNull = (at: Date | null): string | null => at && isoTaipei(at);

const presentContacts = (person: Person) => ({
  phone: person.cellPhone,
  isPhoneConfirmed: person.phoneConfirmedAt !== null,
  homePhone: person.homePhone,
  companyPhone: person.companyPhone,
  email: person.email,
  isEmailConfirmed: person.emailConfirmedAt !== null,
  address: person.address && [person.addressCode, person.city, person.area, person.address].join(''),
});

const presentBackground = ({ employer, career, education, educationStatus, school, department }: Person) => ({
  ...{ employer, career, education, educationStatus, school, department },
});

/** Tells nobody the key of the file. */
const photoTag = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 12);

export const presentFacts = (person: Person, now: Date): contract.PersonFacts => ({
  country: person.country,
  englishName: person.englishName,
  identity: maskIdentity(person.account),
  sex: person.sex,
  age: person.birthday === null ? null : ageAt(person.birthday, now),
  organization: person.organization,
  ...presentContacts(person),
  ...presentBackground(person),
  photo: person.photoKey && photoTag(person.photoKey),
  isComplete: person.state,
  hasOwnPassword: !person.passwordIsBirthday,
  importedAt: orNull(person.importedAt),
  createdAt: isoTaipei(person.createdAt),
  suspendedAt: orNull(person.suspendedAt),
});

export const presentEdited = (person: Person, version: number): contract.PersonEdit => ({
  ...{ name: person.chineseName ?? person.englishName ?? UNNAMED_PERSON, country: person.country, version },
  ...{ english_name: person.englishName, sex: person.sex, cell_phone: person.cellPhone },
  ...{ home_phone: person.homePhone, company_phone: person.companyPhone },
  ...{ city: person.cityId, area: person.areaId, address: person.address, address_code: person.addressCode },
  ...{ career: person.employer, career_id: person.careerId },
  ...{ education: person.educationId, educationstatuse: person.educationStatusId },
  ...{ school: person.school, department: person.department },
});

type Rows<F extends (...given: never[]) => Promise<unknown>> = Awaited<ReturnType<F>>;

export const presentLedger = (rows: Rows<typeof findLedger>): AnswerOf<typeof contract.personLedger> =>
  rows.map(({ registrationId, code, course, startTime, balance }) => ({
    ...{ registrationId, code, course, startTime: isoTaipei(startTime) },
    ...{ charged: balance.charged, received: balance.received, refunded: balance.refunded },
    balance: balanceOf(balance),
    held: heldOf(balance),
  }));

export const presentResults = (rows: Rows<typeof findResults>): AnswerOf<typeof contract.personResults> =>
  rows.map(({ registrationId, code, course, startTime, result, scores }) => ({
    ...{ registrationId, code, course, startTime: isoTaipei(startTime), result: result ?? 0 },
    scores: scores.map(({ subject, score }) => ({ subject, score })),
  }));

type Certificates = Awaited<ReturnType<typeof findCertificates>>;

export const presentCertificates = (
  rows: Certificates,
  staff: Staff,
  day: string,
): AnswerOf<typeof contract.personCertificates> =>
  rows.map(({ organizationId, ...row }) => ({
    ...row,
    state: registerState(row, day),
    canOpen: may(staff, 'certificate.read', organizationId),
  }));

type Memberships = Awaited<ReturnType<typeof findGroups>>;

export const presentGroups = (rows: Memberships): AnswerOf<typeof contract.personGroups> =>
  rows.map((row) => ({ ...row, joinedAt: isoTaipei(row.joinedAt), leftAt: orNull(row.leftAt) }));

const presentChanged = (fields: IdentityFields) => ({
  name: fields.chineseName ?? null,
  number: fields.number === undefined ? null : maskIdentity(fields.number),
  isBirthdayChanged: fields.birthday !== undefined,
});

export const presentIdentityChange = (
  { id, changedAt, before, after, reason }: IdentityChangeRow,
  by: string,
): AnswerOf<typeof contract.identityChanges>[number] => ({
  ...{ id, at: isoTaipei(changedAt), by, reason },
  ...{ before: presentChanged(before), after: presentChanged(after) },
});
