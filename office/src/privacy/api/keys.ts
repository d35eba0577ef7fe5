export const privacyKey = ['privacy'] as const;
