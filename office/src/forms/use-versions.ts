import { useEffect, useEffectEvent, useState } from 'react';
import { type EditConflict, editConflictOf, useReload } from './edit-conflict.ts';

/** A later answer does not change the version that the person has seen. `restart` fills the form with the present version. */
export const useVersions = (version: number | undefined, restart: () => void) => {
  const load = useReload();
  const [seen, setSeen] = useState(version);
  const [conflict, setConflict] = useState<EditConflict | null>(null);
  const [isFollowing, follow] = useState(false);
  const takeNew = useEffectEvent(() => {
    setSeen(version);
    setConflict(null);
    follow(false);
    restart();
  });
  useEffect(() => {
    if (isFollowing && version !== seen) takeNew();
  }, [isFollowing, version, seen]);
  return {
    /** Null until a save is refused because of it. */
    conflict,
    version: conflict?.newer?.version ?? seen ?? 0,
    /** Whether the save was refused because somebody else changed the record first; `conflict` shows it. */
    notice: (error: unknown): boolean => {
      const found = editConflictOf(error);
      if (found) setConflict(found);
      return found !== null;
    },
    /** Call it before each save. It forgets a refusal, but not changes that are shown: the save is based on them. */
    forget: () => setConflict((known) => (known?.newer ? known : null)),
    /** Reads the present version. If it is another one, the form begins anew with it. */
    reload: async () => {
      setConflict((known) => (known?.newer ? known : null));
      follow(true);
      await load();
      // The page is rendered with the answers in the meantime.
      await new Promise((resolve) => setTimeout(resolve));
      follow(false);
    },
  };
};
