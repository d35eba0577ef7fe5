import { classes } from '@portal/contract/catalogue';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { classesKey } from '../../catalogue/api/keys.ts';
import { call } from '../../platform/api.ts';

/** Number of classes on the home page (specification §9). */
export const NEWEST_CLASSES = 10;

const newestClassesQuery = queryOptions({
  queryKey: [...classesKey, 'newest'],
  queryFn: async ({ signal }) => {
    const answer = await call(classes, { query: { type: 'Normal', num: `${NEWEST_CLASSES}` }, signal });
    return Array.isArray(answer) ? answer : answer.data;
  },
});

export const useNewestClasses = () => useQuery(newestClassesQuery);
