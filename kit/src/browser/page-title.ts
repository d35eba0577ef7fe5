import { documentTitle } from '@portal/contract/pages';
import { useEffect } from 'react';

/** `{頁面名稱}｜學員訓練報名網` as the document's title; an undefined name leaves the present one (still loading). */
export const usePageTitle = (name: string | undefined): void => {
  useEffect(() => {
    if (name !== undefined) document.title = documentTitle(name);
  }, [name]);
};
