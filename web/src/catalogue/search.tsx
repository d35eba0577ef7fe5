import { useDebounced } from '@portal/kit/browser/use-debounced.ts';
import { useResultsFocus } from '@portal/kit/browser/use-results-focus.ts';
import { common } from '@portal/kit/text/zh-TW/common.ts';
import { Spinner } from '@portal/kit/ui/icon.tsx';
import { useNavigate } from 'react-router';
import type { ClassFilter } from './list-place.ts';

/** 300 ms after the last press. The same search again is sent again. */
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
  /** The address of the results, without opened items. */
  results: string;
  title: string;
  isLoading: boolean;
  found: string | undefined;
}

export const ResultsHead = ({ results, title, isLoading, found }: ResultsHeadProps) => (
  <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
    <h2 className="outline-none" id="results" ref={useResultsFocus(results)} tabIndex={-1}>
      {title}
    </h2>
    <p className="text-ink-soft tabular" role="status">
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
