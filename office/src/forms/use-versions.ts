import { useEffect, useEffectEvent, useState } from 'react';
import { type Faster, fasterOf, useReload } from './faster.tsx';

/** A later answer does not change the version that the person has seen. `restart` fills the form with the present version. */
export const useVersions = (version: number | undefined, restart: () => void) => {
  const load = useReload();
  const [seen, setSeen] = useState(version);
  const [faster, setFaster] = useState<Faster | null>(null);
  const [isFollowing, follow] = useState(false);
  const takeNew = useEffectEvent(() => {
    setSeen(version);
    setFaster(null);
    follow(false);
    restart();
  });
  useEffect(() => {
    if (isFollowing && version !== seen) takeNew();
  }, [isFollowing, version, seen]);
  return {
    /** Null until a save is refused because of it. */
    faster,
    version: faster?.newer?.version ?? seen ?? 0,
    /** Whether the save was refused because somebody was faster; `faster` shows it. */
    notice: (error: unknown): boolean => {
      const found = fasterOf(error);
      if (found) setFaster(found);
      return found !== null;
    },
    /** Call it before each save. It forgets a refusal, but not changes that are shown: the save is based on them. */
    forget: () => setFaster((known) => (known?.newer ? known : null)),
    /** Reads the present version. If it is another one, the form begins anew with it. */
    reload: async () => {
      setFaster((known) => (known?.newer ? known : null));
      follow(true);
      await load();
      // The page is rendered with the answers in the meantime.
      await new Promise((resolve) => setTimeout(resolve));
      follow(false);
    },
  };
};
