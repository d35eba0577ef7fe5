import { common } from '@portal/kit/text/zh-TW/common.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { Component, type ReactNode, useEffect, useState } from 'react';
import { frameText } from '../text/zh-TW/frame.ts';

/** A page fails mostly because its code cannot be fetched: offline, or after an update. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <FailedPage /> : this.props.children;
  }
}

const useReloadWhenOnline = (wasOffline: boolean) => {
  useEffect(() => {
    if (!wasOffline) return;
    const reload = () => location.reload();
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, [wasOffline]);
};

const FailedPage = () => {
  const [wasOffline] = useState(!navigator.onLine);
  useReloadWhenOnline(wasOffline);
  return (
    <div className="mx-auto max-w-prose py-12 text-center" role="alert">
      <h1>{frameText.crashTitle}</h1>
      <p className="mt-3">{wasOffline ? common.offline : common.loadFailed}</p>
      <p className="mt-8">
        <Button onClick={() => location.reload()} variant="primary">
          {common.reload}
        </Button>
      </p>
    </div>
  );
};
