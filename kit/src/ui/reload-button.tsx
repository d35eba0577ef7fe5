import { uiText } from '../text/zh-TW/ui.ts';
import { Button } from './button.tsx';

interface ReloadButtonProps {
  onReload: () => void;
  busy?: boolean | undefined;
}

/** The button disappears with the error: it moves the focus to the reloaded heading. */
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
