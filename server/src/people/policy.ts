import type { PersonDetail } from '@portal/contract/office/people';
import type { Staff } from '../staff/actors.ts';
import { may } from '../staff/policy.ts';

interface Account {
  readonly organizationId: number | null;
  readonly email: string | null;
  readonly photoKey: string | null;
  readonly suspendedAt: Date | null;
  readonly isReleased: boolean;
  readonly erasedAt: Date | null;
  readonly mergedIntoId: number | null;
}

type Acts = Omit<PersonDetail['can'], 'identity' | 'looks'>;

/** Staff of the person's organisation see who looked at the person. */
export const mayLookUpLooks = (staff: Staff, { organizationId }: Pick<Account, 'organizationId'>): boolean =>
  may(staff, 'privacy.handle', organizationId);

export const noActs: Acts = {
  ...{ suspend: false, resume: false, endSessions: false, sendResetLink: false },
  rejectPhoto: false,
  replacePhoto: false,
  edit: false,
  changeIdentity: false,
  merge: false,
};

/** Staff act on the people of their own branches. */
export const actsOn = (person: Account, staff: Staff): Acts => {
  if (person.mergedIntoId !== null || !may(staff, 'person.edit', person.organizationId)) return noActs;
  const isActive = person.suspendedAt === null;
  return {
    suspend: isActive,
    resume: !isActive && !person.isReleased,
    endSessions: isActive,
    sendResetLink: isActive && person.email !== null,
    rejectPhoto: isActive && person.photoKey !== null,
    replacePhoto: isActive,
    merge: person.erasedAt === null && may(staff, 'person.merge', person.organizationId),
    edit: isActive,
    changeIdentity: isActive && may(staff, 'person.identity', person.organizationId),
  };
};
