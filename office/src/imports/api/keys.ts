export const importsKey = ['imports'] as const;
