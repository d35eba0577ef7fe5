import { refusalCode } from '@portal/kit/browser/refusal-code.ts';
import { refusedLoad } from '@portal/kit/browser/refused-load.ts';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../platform/paths.ts';

/** The state of the navigation to a class that refused an enrolment. */
export const refusedFor = (reason: string) => ({ refused: reason });

const targetOf = (error: unknown, code: string): string => {
  const why = refusalCode(error);
  return why === 'class_unknown' || why === 'class_not_found'
    ? paths.classList.to()
    : paths.classDetail.to({ code });
};

/** Leads from an enrolment that was refused to the page of its class, or to all classes if there is no such class. */
export const useLeaveForClass = (error: unknown, code: string): void => {
  const navigate = useNavigate();
  const reason = refusedLoad(error);
  const target = targetOf(error, code);
  useEffect(() => {
    if (reason !== null) navigate(target, { replace: true, state: refusedFor(reason) });
  }, [reason, target, navigate]);
};
