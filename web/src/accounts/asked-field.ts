import { focusField } from '@portal/kit/ui/focus-field.ts';
import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** The state of a navigation to the profile that is about one field. */
export const askForField = (name: string) => ({ field: name });

/** Focuses that field, after the frame has focused the heading. */
export const useAskedField = (): void => {
  const location = useLocation();
  useEffect(() => {
    const name: unknown = location.state?.field;
    if (typeof name !== 'string') return;
    const later = setTimeout(() => focusField(name));
    return () => clearTimeout(later);
  }, [location]);
};
