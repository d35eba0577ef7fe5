import type { KeyboardEvent } from 'react';

/** Ctrl+Enter works in every field, also where Enter starts a new line. */
export const submitByKey = (event: KeyboardEvent<HTMLFormElement>): void => {
  // React events bubble through portals: a dialog inside the form has its own.
  if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return;
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
};
