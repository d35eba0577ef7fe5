export interface KeyPress {
  /** `a`, `?`, `ctrl+k`. */
  readonly name: string;
  readonly withControl: boolean;
}

type PressedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Control, or on a Mac the command key; null for other keys. */
export const keyName = ({ key, ctrlKey, metaKey, altKey }: PressedKey): KeyPress | null => {
  if (altKey || key.length !== 1) return null;
  const withControl = ctrlKey || metaKey;
  return { name: withControl ? `ctrl+${key.toLowerCase()}` : key.toLowerCase(), withControl };
};

interface Keyed {
  readonly keys: string;
}

interface NextStep<S> {
  readonly found: S | null;
  /** The first key of two, if it was just pressed. */
  readonly waitsAfter: string | null;
}

export const nextStep = <S extends Keyed>(
  offered: readonly S[],
  first: string | null,
  pressed: string,
): NextStep<S> => {
  const withFirst = first === null ? undefined : offered.find(({ keys }) => keys === `${first} ${pressed}`);
  const found = withFirst ?? offered.find(({ keys }) => keys === pressed) ?? null;
  const waits = found === null && offered.some(({ keys }) => keys.startsWith(`${pressed} `));
  return { found, waitsAfter: waits ? pressed : null };
};
