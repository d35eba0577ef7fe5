import { useEffect, useRef } from 'react';

const forms = new Set<{ readonly current: boolean }>();

/** A form on the page holds text that was not sent. */
export const hasUnsaved = (): boolean => [...forms].some(({ current }) => current);

/** Keeps somebody from leaving a form with unsent text by accident. Returns a function that lets them go. */
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
