/** Begins the keys of all queries about certificates. */
export const certificatesKey = ['certificates'] as const;
