const focusHeading = (button: Element) => {
  const heading = button.closest('section, main')?.querySelector<HTMLElement>('h1, h2');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
};

/** A `ref` for a button that may disappear with its entry: the focus then goes to the heading. */
export const passFocusOn = (button: HTMLButtonElement | null) => () => {
  if (button && document.activeElement === button) focusHeading(button);
};
