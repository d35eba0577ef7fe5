import { sql } from 'drizzle-orm';
import { classes } from '../../classes/tables.ts';
import { registrations } from '../tables.ts';

/** The fee that holds for a registration, in a query with its class. */
export const validFee = sql<number>`coalesce(${registrations.fee}, ${classes.fee})`;
