import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messageClass } from '../../src/correspondence/message-class.ts';
import { sendMailAgain } from '../../src/correspondence/send-mail-again.ts';
import { classInLetter } from '../../src/enrolment/letter-parts.ts';
import { approvedLetter } from '../../src/enrolment/letters.ts';
import { queueMail } from '../../src/mail/queue.ts';
import { mailKey, mails } from '../../src/mail/tables.ts';
import { type Database, inTransaction } from '../../src/platform/database/database.ts';
import { letters } from '../../src/timers/letters.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { buildAccount } from '../factories/account.ts';
import { buildClass } from '../factories/catalogue.ts';
import { one } from '../factories/one.ts';
import { buildRegistration } from '../factories/registration.ts';
import { decidingStaff } from '../factories/staff.ts';
import { concurrently, connectForRaces, type Operation } from './concurrently.ts';
import { connectWithoutGuards, withoutRowLocks } from './without-guards.ts';

/** How often each race is repeated. */
const ROUNDS = 6;
/** The round in which the second begins before the first is committed. */
const OVERLAP = 2;

let database: TestDatabase;
let db: Database;
let unlocked: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connectForRaces(database.url);
  unlocked = connectWithoutGuards(database.url, withoutRowLocks);
});
afterAll(async () => {
  await unlocked.$client.end();
  await db.$client.end();
  await database.drop();
});

const staff = decidingStaff();

const buildScenario = async () => {
  const trainingClass = await buildClass(db);
  const account = await buildAccount(db);
  await buildRegistration(db, { class: trainingClass, account });
  return { trainingClass, account };
};
type Scenario = Awaited<ReturnType<typeof buildScenario>>;

const mailsAbout = ({ trainingClass }: Scenario) => db.$count(mails, eq(mails.classId, trainingClass.id));

/** The same message twice at once, through `pool`: what each sender hears, and how many mails the one person gets. */
const message: Operation<Scenario> = (tx, { trainingClass }, now) =>
  messageClass(
    tx,
    {
      classId: trainingClass.id,
      audience: 'live',
      subject: '請攜帶工作服',
      text: '第一天請著工作服。',
      recipients: 1,
    },
    { actor: staff, now },
  );
const sendTwice = async (pool: Database, round: number) => {
  const scenario = await buildScenario();
  const outcomes = await concurrently(pool, [message, message], scenario, round);
  return [outcomes.toSorted(), await mailsAbout(scenario)];
};

describe('a message to a class that two send at once', () => {
  test('is sent once', async () => {
    for (let round = 0; round < ROUNDS; round += 1)
      expect(await sendTwice(db, round)).toEqual([['done', 'message_repeated'], 1]);
  });

  test('control: without the lock on the class it is sent twice', async () => {
    expect(await sendTwice(unlocked, OVERLAP)).toEqual([['done', 'done'], 2]);
  });
});

/** Creates a mail that was sent already. */
const writeSent = async ({ trainingClass, account }: Scenario): Promise<string> => {
  const facts = classInLetter({ ...trainingClass, organization: '臺北市分會', train: '初級急救員訓練' });
  const mail = approvedLetter({ ...facts, name: account.chineseName ?? '', toPay: true });
  await inTransaction(db, (tx) => queueMail(tx, account, mail, new Date()));
  const written = await db
    .update(mails)
    .set({ state: 'sent', sentAt: new Date(), attempts: 1 })
    .where(eq(mails.classId, trainingClass.id))
    .returning({ key: mailKey(mails.id) });
  return one(written).key;
};

/** The same mail sent again twice at once, through `pool`: what each hears, and how many mails there are then. */
const resendTwice = async (pool: Database, round: number) => {
  const scenario = await buildScenario();
  const key = await writeSent(scenario);
  const resend: Operation<Scenario> = (tx, _, now) =>
    sendMailAgain(tx, { key, letters }, { actor: staff, now });
  const outcomes = await concurrently(pool, [resend, resend], scenario, round);
  return [outcomes.toSorted(), await mailsAbout(scenario)];
};

describe('a mail that two send again at once', () => {
  test('is sent again once', async () => {
    for (let round = 0; round < ROUNDS; round += 1)
      expect(await resendTwice(db, round)).toEqual([['done', 'mail_handled'], 2]);
  });

  test('control: without the lock on the mail it is sent again twice', async () => {
    expect(await resendTwice(unlocked, OVERLAP)).toEqual([['done', 'done'], 3]);
  });
});
