import type { Newer } from '@portal/contract/office/version';
import { CallRefused } from '@portal/kit/browser/call.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { newerOf } from './newer-version.tsx';

/** The thing is no longer as the page shows it. */
export const isConflict = (error: unknown): boolean => error instanceof CallRefused && error.status === 409;

/**
 * The version of the thing that a form was filled from: a later answer does not change what its person has seen.
 * `restart` fills the form anew once the version that is there now has been read.
 */
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
    isFollowing,
    /** To be sent with the form. */
    version: newer?.version ?? seen ?? 0,
    /** Something else was there when the form came. True if what has changed is known, and shown. */
    notice: (error: unknown): 'newer' | 'conflict' | null => {
      const found = newerOf(error);
      if (found) setNewer(found);
      if (found) return 'newer';
      return isConflict(error) ? 'conflict' : null;
    },
    follow: () => follow(version !== undefined),
    /** Reads what is there now. */
    reload: async () => {
      follow(version !== undefined);
      await queries.refetchQueries({ type: 'active' });
    },
  };
};
