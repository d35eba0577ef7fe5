import type { Newer } from '@portal/contract/office/version';
import { CallRefused } from '@portal/kit/browser/call.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { newerOf } from './newer-version.tsx';

export const isConflict = (error: unknown): boolean => error instanceof CallRefused && error.status === 409;

/** A later answer does not change the version that the person has seen. `restart` fills the form with the present version. */
export const useVersions = (version: number | undefined, restart: () => void) => {
  const queries = useQueryClient();
  const [seen, setSeen] = useState(version);
  const [newer, setNewer] = useState<Newer | null>(null);
  const [isFollowing, follow] = useState(false);
  const takeNew = useEffectEvent(() => {
    setSeen(version);
    setNewer(null);
    follow(false);
    restart();
  });
  useEffect(() => {
    if (isFollowing && version !== seen) takeNew();
  }, [isFollowing, version, seen]);
  return {
    newer,
    version: newer?.version ?? seen ?? 0,
    /** The record had changed. True if the changes are known and shown. */
    notice: (error: unknown): 'newer' | 'conflict' | null => {
      const found = newerOf(error);
      if (found) setNewer(found);
      if (found) return 'newer';
      return isConflict(error) ? 'conflict' : null;
    },
    /** Reads what is there now; if that is another version, the form begins anew with it. */
    reload: async () => {
      follow(true);
      await queries.refetchQueries({ type: 'active' });
      // The page is rendered with the answers in the meantime.
      await new Promise((resolve) => setTimeout(resolve));
      follow(false);
    },
  };
};
