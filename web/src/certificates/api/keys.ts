export const certificatesKey = ['certificates'] as const;
