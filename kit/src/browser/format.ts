/** `2026-12-05` of a time with Taipei's offset, as the server sends them; for lists. */
export const dateOf = (time: string): string => time.slice(0, 10);

/** `30 人`. */
export const people = (count: number): string => `${count} 人`;
