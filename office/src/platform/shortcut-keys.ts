export interface KeyPress {
  /** `a`, `shift+a`, `?`, `ctrl+k`. */
  readonly name: string;
  readonly withControl: boolean;
}

type PressedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Control, or on a Mac the command key; null for other keys. Only letters have a name of their own with shift. */
export const keyName = ({ key, ctrlKey, metaKey, altKey, shiftKey }: PressedKey): KeyPress | null => {
  if (altKey || key.length !== 1) return null;
  const lower = key.toLowerCase();
  if (ctrlKey || metaKey) return { name: `ctrl+${lower}`, withControl: true };
  return { name: shiftKey && /[a-z]/.test(lower) ? `shift+${lower}` : lower, withControl: false };
};

interface Keyed {
  readonly keys: string;
}

interface NextStep<S> {
  readonly found: S | null;
  /** The first key of two, if it was just pressed. */
  readonly waitsAfter: string | null;
}

/** With shift a letter works as without, unless a shortcut of its own is offered. */
const keyOf = (offered: readonly Keyed[], pressed: string): string =>
  offered.some(({ keys }) => keys === pressed) ? pressed : pressed.replace('shift+', '');

export const nextStep = <S extends Keyed>(
  offered: readonly S[],
  first: string | null,
  name: string,
): NextStep<S> => {
  const pressed = keyOf(offered, name);
  const withFirst = first === null ? undefined : offered.find(({ keys }) => keys === `${first} ${pressed}`);
  const found = withFirst ?? offered.find(({ keys }) => keys === pressed) ?? null;
  const waits = found === null && offered.some(({ keys }) => keys.startsWith(`${pressed} `));
  return { found, waitsAfter: waits ? pressed : null };
};
