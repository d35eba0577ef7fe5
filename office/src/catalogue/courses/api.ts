import { certificateKindList, course, courseHistory, courseList } from '@portal/contract/office/courses';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { historyKey } from '../../audit/api.ts';
import { call } from '../../platform/call.ts';

export const coursesKey = ['courses'] as const;

export const coursesQuery = queryOptions({
  queryKey: [...coursesKey, 'list'],
  queryFn: ({ signal }) => call(courseList, { signal }),
});

export const courseQuery = (id: number) =>
  queryOptions({
    queryKey: [...coursesKey, id],
    queryFn: ({ signal }) => call(course, { params: { id }, signal }),
  });

export const certificateKindsQuery = queryOptions({
  queryKey: ['certificate-kinds'],
  queryFn: ({ signal }) => call(certificateKindList, { signal }),
});

export const courseHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: [...historyKey, 'course', id],
    queryFn: ({ signal }) => call(courseHistory, { params: { id }, signal }),
  });

export const useCoursesChanged = () => {
  const queries = useQueryClient();
  return () => {
    queries.invalidateQueries({ queryKey: coursesKey });
    queries.invalidateQueries({ queryKey: historyKey });
  };
};
