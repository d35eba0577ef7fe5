import type { Class } from '@portal/contract/catalogue';
import { Badge, type Tone } from '@portal/kit/ui/badge.tsx';
import type { IconName } from '@portal/kit/ui/icon.tsx';
import { badgeText } from '../text/zh-TW/class-badges.ts';
import { type ClassBadge, classBadge } from './class-badge.ts';

const badges: Record<ClassBadge, { tone: Tone; icon: IconName }> = {
  open: { tone: 'ok', icon: 'check' },
  applied: { tone: 'info', icon: 'user' },
  full: { tone: 'warn', icon: 'users' },
  closed: { tone: 'neutral', icon: 'minus' },
};

export const StatusBadge = ({ shown }: { shown: Class }) => {
  const badge = classBadge(shown);
  return (
    <Badge icon={badges[badge].icon} tone={badges[badge].tone}>
      {badgeText[badge]}
    </Badge>
  );
};
