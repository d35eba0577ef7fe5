import { useNavigate } from 'react-router';

/** The number that the router gave to this entry of the history, from 0; a replaced one keeps it. */
export const placeInHistory = (): number => history.state?.idx ?? 0;

/** Goes back one page; to `otherwise` where the visit began on this one, so that nobody leaves the portal by it. */
export const useBack = (otherwise: string, { replace = false } = {}): (() => void) => {
  const navigate = useNavigate();
  return () => {
    if (placeInHistory() > 0) navigate(-1);
    else navigate(otherwise, { replace });
  };
};
