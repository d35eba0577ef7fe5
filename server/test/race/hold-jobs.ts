import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';

/** The lock that servers wait for. */
const LOCK = 1;

interface Hold {
  /** Jobs get no further than so many items in all. */
  at(items: number): Promise<void>;
  /** Waits until a server has done the work of the next item and waits to record it. */
  reached(): Promise<void>;
  /** Lets jobs go on. Whoever waits is gone, as a killed server is. */
  end(): Promise<void>;
  /** Gives back the connection that holds the lock. */
  close(): void;
}

/** Holds servers in the middle of an item, so that a kill falls there however fast a machine is. */
export const holdJobs = async (db: Database): Promise<Hold> => {
  await db.execute(sql`create table item_limit (items integer)`);
  await db.execute(sql`insert into item_limit values (null)`);
  await db.execute(sql`
    create function wait_at_limit() returns trigger language plpgsql security definer as $$
    begin
      if (select sum(done) from public.jobs) >= (select items from public.item_limit) then
        perform pg_advisory_xact_lock(${sql.raw(String(LOCK))});
      end if;
      return new;
    end $$`);
  await db.execute(sql`
    create trigger wait_at_limit before update on jobs for each row when (new.done > old.done)
    execute function wait_at_limit()`);
  const holder = await db.$client.connect();
  await holder.query('select pg_advisory_lock($1)', [LOCK]);
  const waiting = sql`pg_stat_activity where datname = current_database() and wait_event = 'advisory'`;
  return {
    at: async (items) => {
      await db.execute(sql`update item_limit set items = ${items}`);
    },
    reached: async () => {
      await expect.poll(() => db.$count(waiting), { interval: 5 }).toBe(1);
    },
    end: async () => {
      await db.execute(sql`update item_limit set items = null`);
      await db.execute(sql`select pg_terminate_backend(pid) from ${waiting}`);
      await expect.poll(() => db.$count(waiting), { interval: 5 }).toBe(0);
    },
    close: () => holder.release(true),
  };
};
