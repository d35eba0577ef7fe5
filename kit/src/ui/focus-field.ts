const focusable =
  'input:not([type="hidden"]):not(:disabled), select:not(:disabled), textarea:not(:disabled), [role="spinbutton"], button:not(:disabled)';

/**
 * Moves the focus to the field of this name (its checked choice, if it is a group).
 * False when the page has no such field.
 */
export function focusField(name: string, within: ParentNode = document): boolean {
  const field = within.querySelector(`[data-field="${CSS.escape(name)}"]`);
  const target =
    field?.querySelector<HTMLElement>('input:checked') ?? field?.querySelector<HTMLElement>(focusable);
  if (!field || !target) return false;
  // The label must come into view too, not the control alone.
  field.scrollIntoView({ block: 'center' });
  target.focus({ preventScroll: true });
  return true;
}
