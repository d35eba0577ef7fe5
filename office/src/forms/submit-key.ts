import type { KeyboardEvent } from 'react';

/** Ctrl+Enter works in every field, also where Enter starts a new line. */
export const submitByKey = (event: KeyboardEvent<HTMLFormElement>): void => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
};
