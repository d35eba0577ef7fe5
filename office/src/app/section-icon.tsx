import { Icon, type IconName } from '@portal/kit/ui/icon.tsx';
import { LineIcon } from '../platform/line-icon.tsx';

const drawn = {
  envelope: 'M3 6h18v12H3zM3.5 6.5L12 13l8.5-6.5',
  banknote: 'M3 6h18v12H3zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM6.5 12v.01M17.5 12v.01',
  certificate:
    'M10 15H4V4h16v11h-2M8 8h8M8 11h3M14 11a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM12 16.5V21l2-1.2 2 1.2v-4.5',
  bars: 'M4 20h16M6.5 20v-6M12 20V6M17.5 20v-9',
  team: 'M8 4.5a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM16 4.5a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM2.5 19.5c0-4 2-6 5.5-6s5.5 2 5.5 6M13 14c.8-.3 1.8-.5 3-.5 3.5 0 5.5 2 5.5 6',
  page: 'M4 5h16v14H4zM4 9h16M8 13h8M8 16h5',
  sliders: 'M4 7h8M18 7h2M15 4.5v5M4 17h2M12 17h8M9 14.5v5',
} as const;

export type SectionIconName = IconName | keyof typeof drawn;

const isDrawn = (name: SectionIconName): name is keyof typeof drawn => name in drawn;

export const SectionIcon = ({ name }: { name: SectionIconName }) =>
  isDrawn(name) ? <LineIcon path={drawn[name]} /> : <Icon name={name} />;
