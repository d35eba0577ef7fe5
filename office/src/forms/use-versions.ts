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
    isFollowing,
    version: newer?.version ?? seen ?? 0,
    /** The record had changed. True if the changes are known and shown. */
    notice: (error: unknown): 'newer' | 'conflict' | null => {
      const found = newerOf(error);
      if (found) setNewer(found);
      if (found) return 'newer';
      return isConflict(error) ? 'conflict' : null;
    },
    follow: () => follow(version !== undefined),
    reload: async () => {
      follow(version !== undefined);
      await queries.refetchQueries({ type: 'active' });
    },
  };
};
