import { useDebounced } from '@portal/kit/browser/use-debounced.ts';
import { useResultsFocus } from '@portal/kit/browser/use-results-focus.ts';
import { common } from '@portal/kit/text/zh-TW/common.ts';
import { Spinner } from '@portal/kit/ui/icon.tsx';
import { useNavigate } from 'react-router';
import type { ClassFilter } from './list-place.ts';

/**
 * Goes to the results of a filter, 300 ms after the last press; the same search again, at the address `results`, asks
 * the server again.
 */
export const useSearch = (
  results: string,
  addressOf: (filter: ClassFilter) => string,
  refetch: () => unknown,
) => {
  const navigate = useNavigate();
  return useDebounced((filter: ClassFilter) => {
    const target = addressOf(filter);
    if (target === results) refetch();
    else navigate(target);
  });
};

interface ResultsHeadProps {
  /** The address of what is shown, without what is opened in it. */
  results: string;
  title: string;
  isLoading: boolean;
  /** Number of results; the previous count stays with the previous results. */
  found: string | undefined;
}

/** Heading of a result list with the number of results. */
export const ResultsHead = ({ results, title, isLoading, found }: ResultsHeadProps) => (
  <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
    <h2 className="outline-none" id="results" ref={useResultsFocus(results)} tabIndex={-1}>
      {title}
    </h2>
    <p className="text-ink-soft tabular-nums" role="status">
      {isLoading ? <Loading /> : found}
    </p>
  </div>
);

const Loading = () => (
  <span className="inline-flex items-center gap-2">
    <Spinner className="size-4" />
    {common.loading}
  </span>
);
