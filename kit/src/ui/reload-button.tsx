import { uiText } from '../text/zh-TW/ui.ts';
import { Button } from './button.tsx';

interface ReloadButtonProps {
  onReload: () => void;
  busy?: boolean | undefined;
}

/** 重新載入. It goes with the fault that it stands in: the focus goes on at the heading of what is loaded again. */
export function ReloadButton({ onReload, busy }: ReloadButtonProps) {
  return (
    <Button
      busy={busy}
      onClick={({ currentTarget }) => {
        focusHeadingOf(currentTarget);
        onReload();
      }}
    >
      {uiText.reload}
    </Button>
  );
}

/** Of the smallest part of the page around that has one. */
function focusHeadingOf(place: Element): void {
  const part = place.closest('dialog, section, main');
  const heading = part?.querySelector<HTMLElement>('h1, h2');
  if (heading) {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  } else if (part?.parentElement) {
    focusHeadingOf(part.parentElement);
  }
}
