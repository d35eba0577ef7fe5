import { Icon } from '@portal/kit/ui/icon.tsx';
import { Link, useNavigate } from 'react-router';
import { useShortcuts } from '../platform/shortcuts.ts';
import { listText } from '../text/zh-TW/lists.ts';
import type { ListAnswer } from './list.ts';
import type { ListQueryState } from './use-list-query.ts';

const look =
  'inline-flex min-h-11 items-center gap-1 rounded-md px-3 font-semibold text-sea-800 no-underline hover:bg-sea-50';

interface KeysetPagerProps {
  answer: Pick<ListAnswer<unknown>, 'next' | 'previous'>;
  state: ListQueryState;
}

/** Renders nothing if the list fits on one page. */
export const KeysetPager = ({ answer: { next, previous }, state }: KeysetPagerProps) => {
  const navigate = useNavigate();
  useShortcuts(listText.pages, [
    ...(previous === null
      ? []
      : [{ keys: '[', label: listText.previous, run: () => navigate(state.pageAt({ before: previous })) }]),
    ...(next === null
      ? []
      : [{ keys: ']', label: listText.next, run: () => navigate(state.pageAt({ after: next })) }]),
  ]);
  if (next === null && previous === null) return null;
  return (
    <nav aria-label={listText.pages} className="mt-4 flex flex-wrap justify-center gap-2 print:hidden">
      {previous !== null && (
        <>
          <Link className={look} to={state.pageAt({})}>
            {listText.first}
          </Link>
          <Link aria-keyshortcuts="[" className={look} to={state.pageAt({ before: previous })}>
            <Icon name="chevron-left" />
            {listText.previous}
          </Link>
        </>
      )}
      {next !== null && (
        <Link aria-keyshortcuts="]" className={look} to={state.pageAt({ after: next })}>
          {listText.next}
          <Icon name="chevron-right" />
        </Link>
      )}
    </nav>
  );
};
