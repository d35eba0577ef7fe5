import { execFileSync } from 'node:child_process';
import { mkdir, open, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** In bytes, of each machine; only what is written takes space on the real disk. */
const SIZE = 2 * 1024 ** 3;

/** A disk of a machine that can be full while that of the computer is not. */
export interface Disk {
  fill(): Promise<void>;
  free(): Promise<void>;
  remove(): void;
}

/** A file system in a file, which only root may mount; otherwise null, and the folder is a usual one. */
export const mountDisk = async (folder: string): Promise<Disk | null> => {
  await mkdir(folder, { recursive: true });
  if (process.getuid?.() !== 0) return null;
  const image = `${folder}.img`;
  await writeFile(image, '');
  const file = await open(image, 'r+');
  await file.truncate(SIZE);
  await file.close();
  try {
    execFileSync('mkfs.ext4', ['-q', '-m', '0', image], { stdio: 'ignore' });
    execFileSync('mount', ['-o', 'loop', image, folder], { stdio: 'ignore' });
  } catch {
    return null;
  }
  let isMounted = true;
  const ballast = path.join(folder, 'ballast');
  return {
    fill: async () => {
      const { bavail, bsize } = await statfs(folder);
      // All but a few pages: the next segment of the log finds no space.
      execFileSync('fallocate', ['-l', String(Math.max(0, bavail - 64) * bsize), ballast]);
    },
    free: () => rm(ballast, { force: true }),
    remove: () => {
      // The kernel lets the last file of a process that was killed go a moment later.
      if (isMounted) execFileSync('umount', ['-l', folder], { stdio: 'ignore' });
      isMounted = false;
    },
  };
};
