import { startPolling } from '../platform/poll.ts';
import type { Services } from '../platform/services.ts';
import { findBranding } from './find-branding.ts';

const POLL_INTERVAL_MS = 1000;

/** The address of links: as the operator has set it, else as an administrator has, else where the server listens. */
export const followAddress = async (
  { db, config, log }: Pick<Services, 'db' | 'config' | 'log'>,
  listened: () => string,
) => {
  let chosen: string | null = null;
  const read = async () => {
    chosen = (await findBranding(db)).address;
    return false;
  };
  if (config.publicUrl !== undefined) return { current: () => config.publicUrl ?? '', stop: () => {} };
  await read();
  const polling = startPolling(read, {
    every: POLL_INTERVAL_MS,
    onError: (error) => log.warn({ error }, 'the address of the site could not be read'),
  });
  return { current: () => chosen ?? listened(), stop: () => void polling.stop() };
};
