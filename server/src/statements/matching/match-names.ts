import type { Fact } from '@portal/contract/office/statements';

/* Pure. Finds names of people in the texts of a bank about a payer. */

/** Other forms of the same character. */
const VARIANTS: Readonly<Record<string, string>> = {
  臺: '台',
  峯: '峰',
  羣: '群',
  裏: '裡',
  温: '溫',
  黄: '黃',
  吴: '吳',
  靑: '青',
  眞: '真',
  淸: '清',
  衞: '衛',
  啓: '啟',
  寳: '寶',
  强: '強',
  彦: '彥',
  産: '產',
  凃: '涂',
  栢: '柏',
};

const HIDDEN_CHARACTER = /[*○〇?□o\uE000-\uF8FF\ufffd]/u;
const MAX_TEXT_LENGTH = 120;
const MAX_WINDOW_LENGTH = 5;

/** The characters of a name in one form: lower case, without blanks and punctuation, variants replaced. */
export const plainName = (name: string): string[] => [
  ...name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s·．.,'’-]/g, '')
    .replace(/[臺峯羣裏温黄吴靑眞淸衞啓寳强彦産凃栢]/g, (character) => VARIANTS[character] ?? character),
];

export const nameKey = (name: string): string => plainName(name).join('');

interface NameTexts {
  readonly name: string | null;
  readonly memo: string | null;
}

/**
 * The characters of name and remark. Banks write titles, labels and other words around a name, and blanks inside it.
 */
export const payerText = ({ name, memo }: NameTexts): string[] =>
  plainName(`${name ?? ''}\n${memo ?? ''}`).slice(0, MAX_TEXT_LENGTH);

const isHidden = (character: string | undefined): boolean =>
  character !== undefined && HIDDEN_CHARACTER.test(character);

/** Hides each character in turn. */
const withEachHidden = (text: string): string[] => {
  const characters = [...text];
  return characters.map((_, at) => characters.with(at, '_').join(''));
};

/** Compares names of equal length. `near`: some characters are hidden, or one differs. */
const nameFit = (one: readonly string[], other: readonly string[]): Fact['fit'] => {
  const differing = one.filter((character, at) => character !== other[at]);
  if (differing.length === 0) return 'yes';
  if (differing.length === one.length) return 'no';
  if (differing.length === 1 && one.length >= 3) return 'near';
  const hidden = one.every(
    (character, at) => character === other[at] || isHidden(character) || isHidden(other[at]),
  );
  return hidden ? 'near' : 'no';
};

const windowsOf = (text: readonly string[], length: number): string[][] =>
  Array.from({ length: Math.max(0, text.length - length + 1) }, (_, at) => text.slice(at, at + length));

/** The best fit of the name anywhere in the text. */
export const nameFitInText = (text: readonly string[], name: readonly string[]): Fact['fit'] => {
  if (name.length < 2) return 'no';
  const fits = windowsOf(text, name.length).map((window) => nameFit(window, name));
  if (fits.includes('yes')) return 'yes';
  return fits.includes('near') ? 'near' : 'no';
};

const isNameLike = (window: readonly string[]): boolean =>
  window.every((character) => /[\p{Script=Han}]/u.test(character) || isHidden(character));

/**
 * The window itself, or with hidden characters replaced by `_`; a longer one also with each character hidden in
 * turn.
 */
const windowKeys = (window: readonly string[]): string[] => {
  if (window.some(isHidden)) return [window.map((each) => (isHidden(each) ? '_' : each)).join('')];
  const text = window.join('');
  return window.length >= 3 ? [text, ...withEachHidden(text)] : [text];
};

const MAX_WHOLE_LENGTH = 12;

const wholeKeys = (characters: readonly string[]): string[] => {
  const text = characters.join('');
  return characters.length > MAX_WHOLE_LENGTH
    ? [text]
    : [text, ...windowKeys(characters), ...withEachHidden(text)];
};

/** Keys of a line. A person whose name is in the texts has at least one of them among their `nameKeys`. */
export const textKeys = (text: readonly string[], name: string | null): string[] => {
  const windows = [2, 3, 4, MAX_WINDOW_LENGTH].flatMap((length) =>
    windowsOf(text, length).filter(isNameLike),
  );
  const whole = name === null ? [] : wholeKeys(plainName(name));
  return [...new Set([...whole, ...windows.flatMap(windowKeys)])];
};

const withAnyHidden = (characters: readonly string[]): string[] =>
  Array.from({ length: 2 ** characters.length - 1 }, (_, mask) =>
    characters.map((character, at) => (mask & (1 << at) ? '_' : character)).join(''),
  );

/** Keys of a person's name: a short one with any of its characters hidden, a long one by its beginning. */
export const nameKeys = (name: string): string[] => {
  const characters = plainName(name);
  if (characters.length <= MAX_WINDOW_LENGTH) return withAnyHidden(characters);
  const beginning = characters.slice(0, MAX_WINDOW_LENGTH).join('');
  return [beginning, ...withEachHidden(beginning), ...wholeKeys(characters)];
};
