import { useNavigate } from 'react-router';

/** Goes back one page; to `otherwise` where the visit began on this one, so that nobody leaves the portal by it. */
export const useBack = (otherwise: string, { replace = false } = {}): (() => void) => {
  const navigate = useNavigate();
  return () => {
    // The router numbers the entries of its history, and a replaced one keeps its number.
    const isFirst = !(history.state?.idx > 0);
    if (isFirst) navigate(otherwise, { replace });
    else navigate(-1);
  };
};
