import { common } from '@portal/kit/text/zh-TW/common.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { Component, type ReactNode } from 'react';
import { frame } from '../text/zh-TW/frame.ts';

/** Replaces a page that threw, or whose code could not be fetched (offline, or replaced by a newer version). */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broke: boolean }> {
  override state = { broke: false };

  static getDerivedStateFromError() {
    return { broke: true };
  }

  override render() {
    return this.state.broke ? <BrokenPage /> : this.props.children;
  }
}

const BrokenPage = () => (
  <div className="mx-auto max-w-prose py-12 text-center" role="alert">
    <h1>{frame.crashTitle}</h1>
    <p className="mt-3">{navigator.onLine ? common.loadFailed : common.offline}</p>
    <p className="mt-8">
      <Button onClick={() => location.reload()} variant="primary">
        {common.reload}
      </Button>
    </p>
  </div>
);
