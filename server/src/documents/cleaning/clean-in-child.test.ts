import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, expect, test, vi } from 'vitest';
import { cleanInChild } from './clean-in-child.ts';

const { spawn } = childProcess;
const startInstead = (...[program, args = []]: [program: string, args?: string[]]) => {
  vi.spyOn(childProcess, 'spawn').mockImplementation((_program, _args, { stdio }) =>
    spawn(program, args, { stdio }),
  );
  syncBuiltinESMExports();
};
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

test('a child process that cannot start fails only its own file', async () => {
  startInstead('/no/such/program');
  await expect(cleanInChild('pdf', Buffer.from('%PDF-'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test.each([
  ['stops reading and says why', 'exec 0<&-; sleep 0.2; exit 4', 'document_active'],
  ['fails after it has written', 'cat; exit 3', 'document_encrypted'],
  ['writes nothing', 'cat >/dev/null', 'document_damaged'],
])('a file is refused if the child process %s', async (_, script, code) => {
  startInstead('sh', ['-c', script]);
  await expect(cleanInChild('pdf', Buffer.alloc(10_000_000))).rejects.toThrow(code);
});

test('a child process that writes many warnings is not held up by them', async () => {
  startInstead('sh', ['-c', 'cat >/dev/null; head -c 1000000 /dev/zero >&2; printf clean']);
  expect((await cleanInChild('pdf', Buffer.from('%PDF-'))).toString()).toBe('clean');
});
