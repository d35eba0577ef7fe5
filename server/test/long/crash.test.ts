import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'vitest';
import { expectEnrolmentsToSurvive } from '../race/kills.ts';
import { type ServerProcess, startServer } from '../race/server-process.ts';

let folder: string;
let running: ServerProcess[];
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'portal-kills-'));
  running = [];
});
afterEach(async () => {
  for (const server of running) if (server.isAlive()) await server.stop();
  await rm(folder, { recursive: true });
});

const start = async (settings: Record<string, string>) => {
  const server = await startServer(settings);
  running.push(server);
  return server;
};

test('a server killed ten times keeps every enrolment that it confirmed, and none in part', () =>
  expectEnrolmentsToSurvive({ kills: 10, DATA_DIR: folder, start }));
