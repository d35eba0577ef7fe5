/** Begins the keys of all queries about the caller's registrations and those of their groups. */
export const registrationsKey = ['registrations'] as const;
export const registrationInfosKey = [...registrationsKey, 'info'] as const;
