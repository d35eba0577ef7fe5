import { documentTitle } from '@portal/contract/pages';
import { useEffect } from 'react';

/** Sets the document title to `{頁面名稱}｜學員訓練報名網`; undefined keeps the current title (still loading). */
export const usePageTitle = (name: string | undefined): void => {
  useEffect(() => {
    if (name !== undefined) document.title = documentTitle(name);
  }, [name]);
};
