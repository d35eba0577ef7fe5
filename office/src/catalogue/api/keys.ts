export const coursesKey = ['courses'] as const;
