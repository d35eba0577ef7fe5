import { documentTitle } from '@portal/contract/pages';
import { useEffect } from 'react';
import { site } from './site.ts';

/** Sets the document title to `{頁面名稱}｜{網站名稱}`; undefined keeps the current title (still loading). */
export const usePageTitle = (name: string | undefined): void => {
  useEffect(() => {
    if (name !== undefined) document.title = documentTitle(name, site.name);
  }, [name]);
};
