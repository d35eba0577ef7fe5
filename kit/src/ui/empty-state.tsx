import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  icon?: IconName | undefined;
}

export function EmptyState({ title, children, action, icon = 'inbox' }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-lg border border-line-strong border-dashed px-4 py-10 text-center">
      <Icon className="size-9 text-sea-600" name={icon} />
      <p className="font-semibold">{title}</p>
      {children && <div className="max-w-prose text-ink-soft">{children}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}
