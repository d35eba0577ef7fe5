import { usePageTitle } from '@portal/kit/browser/page-title.ts';
import { common } from '@portal/kit/text/zh-TW/common.ts';
import { ErrorState } from '@portal/kit/ui/error-state.tsx';

/** In place of a page that threw, or whose code could not be fetched: offline, or replaced by a newer version. */
export const BrokenPage = () => {
  usePageTitle(common.loadFailed);
  return (
    <ErrorState kind={navigator.onLine ? 'failed' : 'offline'} onRetry={() => window.location.reload()} />
  );
};
