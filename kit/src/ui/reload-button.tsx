import { uiText } from '../text/zh-TW/ui.ts';
import { Button } from './button.tsx';

interface ReloadButtonProps {
  onReload: () => void;
  busy?: boolean | undefined;
}

/** 重新載入. The button disappears with the error, so it moves the focus to the heading of the reloaded part. */
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

/** Focuses the heading of the innermost part that has one. */
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
