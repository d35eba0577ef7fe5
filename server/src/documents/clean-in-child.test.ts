import { expect, test, vi } from 'vitest';
import { cleanInChild } from './clean-in-child.ts';

const child = vi.hoisted(() => ({ program: '' }));
vi.mock('node:child_process', async (importOriginal) => {
  const { spawn } = await importOriginal<typeof import('node:child_process')>();
  return { spawn: () => spawn(child.program) };
});

test('a child process that cannot start fails only its own file', async () => {
  child.program = '/no/such/program';
  await expect(cleanInChild('pdf', Buffer.from('%PDF-'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a child process that ends before it has read the file means a damaged file', async () => {
  child.program = 'true';
  await expect(cleanInChild('pdf', Buffer.alloc(10_000_000))).rejects.toThrow('document_damaged');
});
