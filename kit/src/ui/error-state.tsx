import type { ReactNode } from 'react';
import { uiText } from '../text/zh-TW/ui.ts';
import { Icon, type IconName } from './icon.tsx';
import { ReloadButton } from './reload-button.tsx';

/** failed: any unexpected error; missing: 404. */
export type ErrorKind = 'failed' | 'offline' | 'forbidden' | 'missing';

const icons: Record<ErrorKind, IconName> = {
  failed: 'warning',
  offline: 'offline',
  forbidden: 'lock',
  missing: 'search',
};

export interface ErrorStateProps {
  kind?: ErrorKind | undefined;
  /** Replaces the general text of the kind. */
  message?: string | undefined;
  onRetry?: (() => void) | undefined;
  children?: ReactNode;
}

export function ErrorState({ kind = 'failed', message, onRetry, children }: ErrorStateProps) {
  return (
    <div
      className="flex flex-col items-center gap-3 rounded-lg border border-line-strong bg-surface px-4 py-10 text-center"
      role="alert"
    >
      <Icon className="size-9 text-danger-600" name={icons[kind]} />
      <p className="font-semibold">{message ?? uiText.error[kind]}</p>
      {onRetry && <ReloadButton onReload={onRetry} />}
      {children}
    </div>
  );
}
