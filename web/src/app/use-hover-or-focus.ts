import { type FocusEvent, useState } from 'react';

export const useHoverOrFocus = () => {
  const [hasPointer, setHasPointer] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const handlers = {
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
      setHasFocus(currentTarget.contains(relatedTarget)),
    onFocus: () => setHasFocus(true),
    onPointerEnter: () => setHasPointer(true),
    onPointerLeave: () => setHasPointer(false),
  };
  return [hasPointer || hasFocus, handlers] as const;
};
