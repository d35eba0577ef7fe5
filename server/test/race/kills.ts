import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as contract from '@portal/contract/enrolment';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { checkData } from '../../src/commands/check-data.ts';
import { registrations } from '../../src/enrolment/tables.ts';
import { mails } from '../../src/mail/tables.ts';
import { buildCrowd, buildOpenClass, type Person } from './crowd.ts';
import { look } from './look.ts';
import { loadingTime, type ServerProcess } from './server-process.ts';

const CHECK_DATA = fileURLToPath(new URL('../../src/commands/check-data.ts', import.meta.url));

export const enrol = (server: ServerProcess, { token }: Person, code: string) =>
  server.call(contract.enrol, { token, body: { code } });

const AT_ONCE = 12;
const PER_KILL = 150;

/** Runs the check as an operator would, while the portal serves. */
const checkedFromOutside = async (DATA_DIR: string) => {
  const { stdout } = await promisify(execFile)(process.execPath, [CHECK_DATA], { env: { DATA_DIR } });
  expect(stdout).toMatch(/^✓ \d+ rules hold/);
};

interface Given {
  readonly kills: number;
  readonly DATA_DIR: string;
  start(settings: Record<string, string>): Promise<ServerProcess>;
}

/** Kills the server while people enrol. Expects that confirmed enrolments stay and that none is stored in part. */
export const expectEnrolmentsToSurvive = async ({ kills, DATA_DIR, start }: Given): Promise<void> => {
  const loading = await loadingTime();
  let server = await start({ DATA_DIR });
  const { trainingClass, crowd } = await look(DATA_DIR, async (db) => ({
    trainingClass: await buildOpenClass(db, 2000),
    crowd: await buildCrowd(db, kills * PER_KILL),
  }));

  const answered: number[] = [];
  for (let kill = 0; kill < kills; kill++) {
    const people = crowd.slice(kill * PER_KILL, (kill + 1) * PER_KILL);
    const underWay = new Set<Person>();
    const workers = Array.from({ length: AT_ONCE }, async () => {
      for (let person = people.pop(); person; person = people.pop()) {
        underWay.add(person);
        const { status } = await enrol(server, person, trainingClass.code);
        if (status !== 0) underWay.delete(person);
        if (status === 200) answered.push(person.id);
        if (status === 0) return;
      }
    });
    await sleep(40 + (225 * kill) / (kills - 1));
    // The first answers take longer on a busy machine.
    while (answered.length <= kill + 1) await sleep(5);
    server.kill('SIGKILL');
    const caught = [...underWay];
    await Promise.all([...workers, server.exited]);
    // The kill fell among enrolments: some that were asked for before it were never answered.
    expect(caught.filter((person) => underWay.has(person))).not.toEqual([]);
    server = await start({ DATA_DIR });
    expect(server.readyAfter).toBeLessThan(Math.max(5_000, 5 * loading));
  }

  await look(DATA_DIR, async (db) => {
    const kept = await db
      .select({ accountId: registrations.accountId })
      .from(registrations)
      .where(eq(registrations.classId, trainingClass.id));
    const ids = kept.map(({ accountId }) => accountId);
    expect(answered.filter((id) => !ids.includes(id))).toEqual([]);
    // It was killed in the middle of something, not before or after it all.
    expect(answered.length).toBeGreaterThan(kills);
    expect(ids.length).toBeLessThan(crowd.length);
    // Each enrolment has its seat, row, event and mail.
    expect(await checkData(db)).toEqual([]);
    expect(await db.$count(mails, eq(mails.template, 'enrolled'))).toBe(ids.length);
  });
  await checkedFromOutside(DATA_DIR);
  expect(await server.stop()).toMatchObject({ code: 0 });
};
