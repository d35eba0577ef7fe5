export const focusPage = (): void => document.getElementById('content')?.focus({ preventScroll: true });

/** Call it when a dialog closes whose button may be gone: the browser then leaves the focus nowhere. */
export const focusPageIfLost = (): void => {
  setTimeout(() => {
    if (document.activeElement === document.body) focusPage();
  });
};
