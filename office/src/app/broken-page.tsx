import { ErrorState } from '@portal/kit/ui/error-state.tsx';
import { Page } from '../platform/page.tsx';
import { frameText } from '../text/zh-TW/frame.ts';

/** Shown in place of a page that threw, or whose code cannot be fetched: offline, or replaced by a newer version. */
export const BrokenPage = () => (
  <Page title={frameText.broken}>
    <ErrorState kind={navigator.onLine ? 'failed' : 'offline'} onRetry={() => window.location.reload()} />
  </Page>
);
