import { useEffect, useRef, useState } from 'react';
import { uiText } from '../text/zh-TW/ui.ts';
import { Icon } from './icon.tsx';

const OUTCOME_MS = 4000;

const copy = async (text: string): Promise<'copied' | 'notCopied'> => {
  try {
    await navigator.clipboard.writeText(text);
    return 'copied';
  } catch {
    return 'notCopied';
  }
};

/** Ready to be copied by hand. */
const select = (shown: Element | null | undefined) => {
  if (shown) getSelection()?.selectAllChildren(shown);
};

/** Stands after the element that shows the text. Pages over plain HTTP may not copy: the text is selected instead. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const box = useRef<HTMLSpanElement>(null);
  const [outcome, setOutcome] = useState<'copied' | 'notCopied'>();
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), OUTCOME_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const press = async () => {
    const next = await copy(text);
    if (next === 'notCopied') select(box.current?.previousElementSibling);
    setOutcome(next);
  };
  return (
    <span className="inline-flex print:hidden" ref={box}>
      <button
        aria-label={label}
        // The width fits each of its texts, so that the line does not break anew.
        className="inline-flex min-h-11 w-19 items-center justify-center gap-1.5 rounded-md border border-sea-700 bg-surface px-1 sm:w-28 sm:px-3 font-semibold text-sea-800 text-sm hover:bg-sea-50 lg:min-h-9"
        onClick={press}
        type="button"
      >
        <Icon className="size-4 max-sm:hidden" name={outcome === 'copied' ? 'check' : 'copy'} />
        {uiText[outcome ?? 'copy']}
      </button>
      <span className="sr-only" role="status">
        {outcome && uiText[outcome]}
      </span>
    </span>
  );
}
