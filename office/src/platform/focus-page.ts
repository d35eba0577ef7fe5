export const focusPage = (): void => document.getElementById('content')?.focus({ preventScroll: true });
