import { common } from '@portal/kit/text/zh-TW/common.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { Component, type ReactNode, useEffect, useState } from 'react';
import { frame } from '../text/zh-TW/frame.ts';

/** Replaces a page that threw, or whose code could not be fetched (offline, or replaced by a newer version). */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <FailedPage /> : this.props.children;
  }
}

/** If the code could not be fetched offline, reloads once the device is online. */
const useReloadOnceOnline = (wasOffline: boolean) => {
  useEffect(() => {
    if (!wasOffline) return;
    const reload = () => location.reload();
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, [wasOffline]);
};

const FailedPage = () => {
  const [wasOffline] = useState(!navigator.onLine);
  useReloadOnceOnline(wasOffline);
  return (
    <div className="mx-auto max-w-prose py-12 text-center" role="alert">
      <h1>{frame.crashTitle}</h1>
      <p className="mt-3">{wasOffline ? common.offline : common.loadFailed}</p>
      <p className="mt-8">
        <Button onClick={() => location.reload()} variant="primary">
          {common.reload}
        </Button>
      </p>
    </div>
  );
};
