import { registrationsKey } from '../../enrolment/api/keys.ts';

/** Begins the keys of all queries about groups. */
export const groupsKey = ['groups'] as const;
export const rostersKey = [...registrationsKey, 'roster'] as const;
