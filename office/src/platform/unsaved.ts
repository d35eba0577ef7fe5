import { useEffect, useRef } from 'react';

const forms = new Set<{ readonly current: boolean }>();

export const hasUnsaved = (): boolean => [...forms].some(({ current }) => current);

/** Returns a function that allows leaving. */
export const useUnsaved = (isUnsaved: boolean): (() => void) => {
  const form = useRef(isUnsaved);
  useEffect(() => {
    form.current = isUnsaved;
  }, [isUnsaved]);
  useEffect(() => {
    forms.add(form);
    return () => {
      forms.delete(form);
    };
  }, []);
  return () => {
    form.current = false;
  };
};
