/** `2026-12-05` from a server time, which has Taipei's offset; for lists. */
export const dateOf = (time: string): string => time.slice(0, 10);

/** `30 人`. */
export const people = (count: number): string => `${count} 人`;
