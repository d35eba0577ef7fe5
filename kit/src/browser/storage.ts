const orNull = <Result>(attempt: () => Result): Result | null => {
  try {
    return attempt();
  } catch {
    return null;
  }
};

/** The storage may be full or blocked; even accessing it may throw. Other values then last as long as the page. */
const tolerantStorage = (storage: () => Storage) => {
  const refused = new Map<string, string>();
  const remove = (key: string): void => {
    refused.delete(key);
    orNull(() => storage().removeItem(key));
  };
  return {
    get: (key: string): string | null => orNull(() => storage().getItem(key)) ?? refused.get(key) ?? null,
    set: (key: string, value: string): void => {
      try {
        storage().setItem(key, value);
        refused.delete(key);
      } catch {
        // The old value must not reappear.
        remove(key);
        refused.set(key, value);
      }
    },
    remove,
    keys: (): string[] => [...(orNull(() => Object.keys(storage())) ?? []), ...refused.keys()],
  };
};

/** Shared by all tabs. */
export const browserStorage = tolerantStorage(() => localStorage);
/** Belongs to this tab only, and survives a reload. */
export const tabStorage = tolerantStorage(() => sessionStorage);
