import { uiText } from '../text/zh-TW/ui.ts';
import type { ErrorKind } from './error-state.tsx';
import { Notice } from './notice.tsx';
import { ReloadButton } from './reload-button.tsx';

interface ErrorNoticeProps {
  kind: ErrorKind;
  onRetry: () => void;
  busy: boolean;
}

export function ErrorNotice({ kind, onRetry, busy }: ErrorNoticeProps) {
  return (
    <div className="mb-4 print:hidden">
      <Notice live tone="danger">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:-my-2">
          <p>{uiText.error[kind === 'offline' ? kind : 'failed']}</p>
          <ReloadButton busy={busy} onReload={onRetry} />
        </div>
      </Notice>
    </div>
  );
}
