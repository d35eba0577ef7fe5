import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { expectMailToSurvive } from '../race/mail-outage.ts';

test('every mail arrives after an SMTP outage of a minute under load and five kills of the server', () =>
  expectMailToSurvive({
    people: 2000,
    seats: 1600,
    downFor: 60_000,
    kills: 5,
    hurry: false,
    // The longest wait after a minute of failures, or a lease of a killed server, and some room for a busy machine.
    arriveWithin: 240_000,
  }));

/* If nothing were lost without the guard, the test above would prove nothing. */
test('control: mails marked as sent when a worker takes them are lost', async () => {
  const spoil = sql`
    create function forget() returns trigger language plpgsql as
      $$ begin new.state := 'sent'; new.sent_at := now(); return new; end $$;
    create trigger forget before update on mails
      for each row when (new.attempts > old.attempts) execute function forget()`;
  const outage = { people: 60, seats: 40, downFor: 1_000, kills: 0, hurry: true, arriveWithin: 20_000 };
  await expect(expectMailToSurvive({ ...outage, spoil })).rejects.toThrow(/to deeply equal \[ '[^']+@/);
});
