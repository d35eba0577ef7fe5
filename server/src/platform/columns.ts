import { bigint, date, timestamp } from 'drizzle-orm/pg-core';

/* Column shapes that every room uses alike. */

export const id = () => bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey();
export const ref = () => bigint({ mode: 'number' });
/** An instant. */
export const instant = () => timestamp({ withTimezone: true, mode: 'date' });
/** A calendar day in Taipei, `2026-12-05`. */
export const day = () => date({ mode: 'string' });
