import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

type NoticeTone = 'info' | 'warn' | 'danger' | 'success';

const tones: Record<NoticeTone, { box: string; mark: string; icon: IconName }> = {
  info: { box: 'border-sea-600 bg-sea-50', mark: 'text-sea-700', icon: 'info' },
  warn: { box: 'border-warn-600 bg-warn-50', mark: 'text-warn-700', icon: 'warning' },
  danger: {
    box: 'border-danger-600 bg-danger-50 text-danger-700',
    mark: 'text-danger-700',
    icon: 'alert-circle',
  },
  success: { box: 'border-ok-600 bg-ok-50', mark: 'text-ok-700', icon: 'check-circle' },
};

interface NoticeProps {
  tone?: NoticeTone | undefined;
  title?: string | undefined;
  children?: ReactNode;
  /** Screen readers announce a live notice. Set it for one that appears while the page is open. */
  live?: boolean | undefined;
}

export function Notice({ tone = 'info', title, children, live = false }: NoticeProps) {
  const { box, mark, icon } = tones[tone];
  const role = live ? (tone === 'danger' ? 'alert' : 'status') : undefined;
  return (
    <div className={`flex gap-3 rounded-md border border-l-4 px-4 py-3 ${box}`} role={role}>
      <Icon className={`mt-1 size-5 ${mark}`} name={icon} />
      <div className="min-w-0 flex-1">
        {title && <p className="font-bold">{title}</p>}
        {children}
      </div>
    </div>
  );
}
