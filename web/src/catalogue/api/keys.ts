export const classesKey = ['classes'] as const;
export const classPagesKey = [...classesKey, 'page'] as const;
