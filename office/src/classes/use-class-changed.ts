import type { OfficeClass } from '@portal/contract/office/classes';
import { useQueryClient } from '@tanstack/react-query';
import { historyKey } from '../audit/api/keys.ts';
import { listKey } from '../lists/list.ts';
import { classKey } from './api/get-class.ts';
import { previewQuery } from './api/get-preview.ts';

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
