import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';

/* The portal for one run of the journeys: on a new folder, which goes when the server has stopped. */

const server = spawn(process.execPath, ['server/src/main.ts'], { stdio: 'inherit' });
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => server.kill(signal));

server.on('exit', async (code) => {
  if (process.env.DATA_DIR) await rm(process.env.DATA_DIR, { recursive: true, force: true });
  process.exit(code ?? 1);
});
