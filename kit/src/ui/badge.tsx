import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

export type Tone = 'ok' | 'warn' | 'danger' | 'neutral' | 'info';

const tones: Record<Tone, { colours: string; icon: IconName }> = {
  ok: { colours: 'border-ok-600 bg-ok-50 text-ok-700', icon: 'check' },
  warn: { colours: 'border-warn-600 bg-warn-50 text-warn-700', icon: 'clock' },
  danger: { colours: 'border-danger-600 bg-danger-50 text-danger-700', icon: 'cross' },
  neutral: { colours: 'border-line-strong bg-paper text-ink-soft', icon: 'minus' },
  info: { colours: 'border-sea-600 bg-sea-50 text-sea-800', icon: 'info' },
};

export function Badge({ tone, children, icon }: { tone: Tone; children: ReactNode; icon?: IconName }) {
  const { colours, icon: usual } = tones[tone];
  return (
    <span
      className={`inline-flex items-center gap-1 whitespace-nowrap rounded-full border px-2.5 py-0.5 font-semibold text-sm ${colours}`}
    >
      <Icon className="size-4" name={icon ?? usual} />
      {children}
    </span>
  );
}
