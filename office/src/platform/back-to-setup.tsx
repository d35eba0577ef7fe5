import { Icon } from '@portal/kit/ui/icon.tsx';
import { Link, useLocation } from 'react-router';
import { setupText as text } from '../text/zh-TW/setup.ts';
import { paths } from './paths.ts';

/** The state of the history entry of a page that a step of 開始設定 leads to. */
export const fromSetup = { fromSetup: true } as const;

/** Shown on the pages to which the steps of 開始設定 lead. */
export const BackToSetup = () => {
  const { state } = useLocation();
  if (!(state as Partial<typeof fromSetup> | null)?.fromSetup) return null;
  return (
    <Link
      className="mb-2 inline-flex min-h-11 items-center gap-1 font-semibold text-sea-800 underline hover:no-underline print:hidden"
      to={paths.start.to()}
    >
      <Icon name="chevron-left" />
      {text.back}
    </Link>
  );
};
