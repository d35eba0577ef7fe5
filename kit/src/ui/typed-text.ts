/** What a field lets pass. */
export interface TypingRule {
  /** Letters become capitals. */
  upperCase?: boolean | undefined;
  /** `with-period`: digits and the period (the specification's phone fields); `strict`: nothing but digits. */
  digits?: 'with-period' | 'strict' | undefined;
}

/**
 * The text as the field keeps it: full-width letters and digits (an input method left on) become plain ones,
 * then the rule applies. Without a rule the text stays as it is.
 */
export function applyTypingRule(text: string, { upperCase, digits }: TypingRule): string {
  if (!upperCase && !digits) return text;
  const plain = text.normalize('NFKC');
  if (digits) return plain.replace(digits === 'strict' ? /[^0-9]/g : /[^0-9.]/g, '');
  return plain.toUpperCase();
}

/** Applies the rule to a field in place; the caret stays behind the character it stood behind. */
export function applyToInput(input: HTMLInputElement, rule: TypingRule): void {
  const kept = applyTypingRule(input.value, rule);
  if (kept === input.value) return;
  const caret = input.selectionStart;
  const before = caret === null ? null : applyTypingRule(input.value.slice(0, caret), rule).length;
  input.value = kept;
  if (before !== null) input.setSelectionRange(before, before);
}
