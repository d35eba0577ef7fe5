import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkData } from '../../src/commands/check-data.ts';
import { statementLines, statements } from '../../src/statements/tables.ts';
import { look } from '../race/look.ts';
import { type ServerProcess, startServer } from '../race/server-process.ts';
import { buildCashier, type Cashier, sendStatement, statementForm } from '../race/statement-upload.ts';

// Few enough to be answered on a busy machine before the server closes the silent connection.
const LINES = 1_500;
const KILLS = 4;

let DATA_DIR: string;
let server: ServerProcess | undefined;

beforeAll(async () => {
  DATA_DIR = await mkdtemp(path.join(os.tmpdir(), 'portal-statements-'));
});
afterAll(async () => {
  if (server?.isAlive()) await server.stop();
  await rm(DATA_DIR, { recursive: true, force: true });
});

const start = async () => {
  server = await startServer({ DATA_DIR, STAFF_SECOND_FACTOR: 'optional' });
  return server;
};

const lines = Array.from({ length: LINES }, (_, n) => ({ in: 600 + n, digits: `${10_000 + n}` }));
const form = await statementForm(lines);

const kept = ({ accountId }: Cashier) =>
  look(DATA_DIR, async (db) => ({
    lines: await db.$count(statementLines, eq(statementLines.bankAccountId, accountId)),
    files: await db.$count(statements, eq(statements.bankAccountId, accountId)),
  }));

/** How long an import of so many lines takes here and now, in milliseconds. */
const timeImport = async (current: ServerProcess): Promise<number> => {
  const cashier = await look(DATA_DIR, buildCashier);
  const begin = performance.now();
  expect(await sendStatement(current, cashier, form)).toBe(200);
  return performance.now() - begin;
};

test('a server killed during an import keeps all lines of the file or none, and the file may be sent again', async () => {
  let current = await start();
  const usual = await timeImport(current);
  const answers: number[] = [];
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const cashier = await look(DATA_DIR, buildCashier);
    const sent = sendStatement(current, cashier, form);
    await sleep((usual * kill) / (KILLS + 1));
    current.kill('SIGKILL');
    const [answer] = await Promise.all([sent, current.exited]);
    answers.push(answer);
    current = await start();
    const after = await kept(cashier);
    expect([
      { lines: 0, files: 0 },
      { lines: LINES, files: 1 },
    ]).toContainEqual(after);
    if (answer === 200) expect(after.lines).toBe(LINES);
    // A file that was imported is refused as known.
    expect(await sendStatement(current, cashier, form)).toBe(after.files === 0 ? 200 : 409);
    expect(await kept(cashier)).toEqual({ lines: LINES, files: 1 });
  }
  // The test is worth nothing unless an upload was interrupted.
  expect(answers).toContain(0);
  expect(await look(DATA_DIR, checkData)).toEqual([]);
  expect(await current.stop()).toMatchObject({ code: 0 });
});
