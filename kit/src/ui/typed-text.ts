export interface TypingRule {
  upperCase?: boolean | undefined;
  /** `with-period`: digits and the period (phone fields of the specification); `strict`: digits only. */
  digits?: 'with-period' | 'strict' | undefined;
}

/** Converts full-width letters and digits first. Returns the text unchanged without a rule. */
export function applyTypingRule(text: string, { upperCase, digits }: TypingRule): string {
  if (!upperCase && !digits) return text;
  const plain = text.normalize('NFKC');
  if (digits) return plain.replace(digits === 'strict' ? /[^0-9]/g : /[^0-9.]/g, '');
  return plain.toUpperCase();
}

/** Applies the rule to an input in place and keeps the caret after the same character. */
export function applyToInput(input: HTMLInputElement, rule: TypingRule): void {
  const allowed = applyTypingRule(input.value, rule);
  if (allowed === input.value) return;
  const caret = input.selectionStart;
  const before = caret === null ? null : applyTypingRule(input.value.slice(0, caret), rule).length;
  input.value = allowed;
  if (before !== null) input.setSelectionRange(before, before);
}
