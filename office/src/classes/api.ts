import {
  callOffEffect,
  classChoices,
  classFromClass,
  classFromCourse,
  classPreview,
  type OfficeClass,
  officeClass,
  officeCourses,
} from '@portal/contract/office/classes';
import { classHistory } from '@portal/contract/office/events';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { historyKey } from '../audit/api.ts';
import { listKey } from '../lists/list.ts';
import { call } from '../platform/call.ts';

export const classKey = (id: number) => ['class', id] as const;

export const classQuery = (id: number) =>
  queryOptions({
    queryKey: classKey(id),
    queryFn: ({ signal }) => call(officeClass, { params: { id }, signal }),
  });

export const classHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: [...historyKey, 'class', id],
    queryFn: ({ signal }) => call(classHistory, { params: { id }, signal }),
  });

export const previewQuery = (id: number) =>
  queryOptions({
    queryKey: ['class-preview', id],
    queryFn: ({ signal }) => call(classPreview, { params: { id }, signal }),
  });

export const effectQuery = (id: number) =>
  queryOptions({
    queryKey: ['call-off', id],
    queryFn: ({ signal }) => call(callOffEffect, { params: { id }, signal }),
    staleTime: 0,
  });

export const choicesQuery = (organization: number) =>
  queryOptions({
    queryKey: ['class-choices', organization],
    queryFn: ({ signal }) => call(classChoices, { query: { organization: `${organization}` }, signal }),
  });

export const offeredQuery = queryOptions({
  queryKey: ['class-offers'],
  queryFn: ({ signal }) => call(officeCourses, { signal }),
});

export type DraftSource = { from: string } | { organization: string; course: string };

export const draftQuery = (source: DraftSource) =>
  queryOptions({
    queryKey: ['class-draft', source],
    queryFn: ({ signal }) =>
      'from' in source
        ? call(classFromClass, { params: { id: Number(source.from) }, signal })
        : call(classFromCourse, { query: source, signal }),
    // A form that is being filled in stays.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Refetches lists, histories and the preview. */
export const useClassChanged = () => {
  const queries = useQueryClient();
  return (changed: OfficeClass) => {
    queries.setQueryData(classKey(changed.id), changed);
    void queries.invalidateQueries({ queryKey: listKey('classes') });
    void queries.invalidateQueries({ queryKey: listKey('registrations') });
    void queries.invalidateQueries({ queryKey: historyKey });
    void queries.invalidateQueries({ queryKey: previewQuery(changed.id).queryKey });
  };
};
