const orNull = <Result>(attempt: () => Result): Result | null => {
  try {
    return attempt();
  } catch {
    return null;
  }
};

/**
 * A storage of the browser, which may be full, or forbidden so that its very name throws. What it does not take lasts as
 * long as the page.
 */
const kept = (storage: () => Storage) => {
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
        // What stood there before must not come back in its place.
        remove(key);
        refused.set(key, value);
      }
    },
    remove,
    keys: (): string[] => [...(orNull(() => Object.keys(storage())) ?? []), ...refused.keys()],
  };
};

/** Shared by all tabs. */
export const browserStorage = kept(() => localStorage);
/** Of this tab alone, also after a reload. */
export const tabStorage = kept(() => sessionStorage);
