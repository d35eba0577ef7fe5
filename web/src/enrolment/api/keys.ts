export const registrationsKey = ['registrations'] as const;
export const registrationInfosKey = [...registrationsKey, 'info'] as const;
