const focusable =
  'input:not([type="hidden"]):not(:disabled), select:not(:disabled), textarea:not(:disabled), [role="spinbutton"], button:not(:disabled)';

/** False if the page has no such field. */
export function focusField(name: string, within: ParentNode = document): boolean {
  const field = within.querySelector(`[data-field="${CSS.escape(name)}"]`);
  // An editor's toolbar stands before its text.
  const target =
    field?.querySelector<HTMLElement>('input:checked, [role="textbox"]') ??
    field?.querySelector<HTMLElement>(focusable);
  if (!field || !target) return false;
  // Bring the label into view too.
  field.scrollIntoView({ block: 'center' });
  target.focus({ preventScroll: true });
  return true;
}
