import { registrationsKey } from '../../enrolment/api/keys.ts';

export const groupsKey = ['groups'] as const;
export const rostersKey = [...registrationsKey, 'roster'] as const;
