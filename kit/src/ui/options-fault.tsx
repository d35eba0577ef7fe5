import { uiText } from '../text/zh-TW/ui.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface OptionsLoad {
  readonly data: unknown;
  readonly errorUpdateCount: number;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

interface OptionsFaultProps {
  loads: readonly OptionsLoad[];
  text: string;
  className?: string | undefined;
}

export function OptionsFault({ loads, text, className = '' }: OptionsFaultProps) {
  // While it refetches, a query has no error; its count remains.
  const failed = loads.filter(({ data, errorUpdateCount }) => data === undefined && errorUpdateCount > 0);
  if (failed.length === 0) return null;
  const isFetching = failed.some((load) => load.isFetching);
  return (
    <div
      className={`flex flex-wrap items-center gap-x-3 gap-y-1 text-danger-700 text-sm ${className}`}
      role="alert"
    >
      <span className="inline-flex items-center gap-1.5">
        <Icon className="size-4.5" name="alert-circle" />
        {isFetching ? uiText.loading : text}
      </span>
      <Button
        busy={isFetching}
        onClick={({ currentTarget }) => {
          focusChoiceOf(currentTarget);
          for (const load of failed) load.refetch();
        }}
      >
        {uiText.reload}
      </Button>
    </div>
  );
}

/** The button disappears with the error: move the focus to the choice. */
function focusChoiceOf(button: HTMLElement): void {
  button.closest('[role="alert"]')?.parentElement?.querySelector('select')?.focus();
}
