import type { Class } from '@portal/contract/catalogue';
import { Badge, type Tone } from '@portal/kit/ui/badge.tsx';
import type { IconName } from '@portal/kit/ui/icon.tsx';
import { wordsOfBadge } from './badge-words.ts';
import { type ShownBadge, shownBadge } from './class-badge.ts';

const badges: Record<ShownBadge, { tone: Tone; icon: IconName }> = {
  open: { tone: 'ok', icon: 'check' },
  applied: { tone: 'info', icon: 'user' },
  full: { tone: 'warn', icon: 'users' },
  later: { tone: 'neutral', icon: 'clock' },
  groups: { tone: 'info', icon: 'users' },
  closed: { tone: 'neutral', icon: 'minus' },
};

export const StatusBadge = ({ shown }: { shown: Class }) => {
  const { tone, icon } = badges[shownBadge(shown)];
  return (
    <Badge icon={icon} tone={tone}>
      {wordsOfBadge(shown)}
    </Badge>
  );
};
