import type { ListView } from '@portal/contract/office/staff';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { preferencesQuery } from './api/get-preferences.ts';
import { keepViews } from './api/keep-views.ts';

/** The server stores the person's own views of a list. */
export const useViews = (list: string) => {
  const queries = useQueryClient();
  const { data } = useQuery(preferencesQuery);
  const saving = useSending({
    mutationFn: (views: ListView[]) => keepViews(list, views),
    onSuccess: (_, views) =>
      queries.setQueryData(preferencesQuery.queryKey, (old) => ({
        columns: old?.columns ?? {},
        views: { ...old?.views, [list]: views },
      })),
    onError: (error: Error) => notify(failureText(error), 'danger'),
  });
  return { own: data?.views[list] ?? [], saving };
};
