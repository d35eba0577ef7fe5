export const groupKey = ['group'] as const;
