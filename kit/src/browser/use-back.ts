import { useNavigate } from 'react-router';

/** The router's index of the current history entry, from 0; replacing keeps it. */
export const placeInHistory = (): number => history.state?.idx ?? 0;

/** Goes back one page, or to `otherwise` if the visit started here, so that it stays in the portal. */
export const useBack = (otherwise: string, { replace = false } = {}): (() => void) => {
  const navigate = useNavigate();
  return () => {
    if (placeInHistory() > 0) navigate(-1);
    else navigate(otherwise, { replace });
  };
};
