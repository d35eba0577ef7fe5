import { sql } from 'drizzle-orm';
import { classes } from '../../classes/tables.ts';
import { registrations } from '../tables.ts';

/** SQL for the fee that the approval fixed, or else the fee of the class. The query must join both tables. */
export const applicableFee = sql<number>`coalesce(${registrations.fee}, ${classes.fee})`;
