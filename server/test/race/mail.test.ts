import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { expectMailToSurvive } from './mail-outage.ts';

const outage = {
  people: 60,
  seats: 40,
  downFor: 1_000,
  kills: 1,
  hurry: true,
  arriveWithin: 20_000,
};

test('every mail of a committed registration arrives, and none of a refused one, despite an SMTP outage and killed servers', () =>
  expectMailToSurvive(outage));

/* If nothing were lost without the guard, the test above would prove nothing. */
test('control: mails marked as sent when a worker takes them are lost', async () => {
  const spoil = sql`
    create function forget() returns trigger language plpgsql as
      $$ begin new.state := 'sent'; new.sent_at := now(); return new; end $$;
    create trigger forget before update on mails
      for each row when (new.attempts > old.attempts) execute function forget()`;
  await expect(expectMailToSurvive({ ...outage, kills: 0, spoil })).rejects.toThrow(
    /to deeply equal \[ '[^']+@/,
  );
});
