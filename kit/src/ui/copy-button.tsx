import { useEffect, useState } from 'react';
import { uiText } from '../text/zh-TW/ui.ts';
import { Icon } from './icon.tsx';

const SAYS_SO = 4000;

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SAYS_SO);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <span className="inline-flex print:hidden">
      <button
        aria-label={label}
        className="inline-flex min-h-11 items-center gap-1.5 rounded-md border border-sea-700 bg-surface px-3 font-semibold text-sea-800 text-sm hover:bg-sea-50 sm:min-h-9"
        onClick={() => navigator.clipboard?.writeText(text).then(() => setCopied(true))}
        type="button"
      >
        <Icon className="size-4" name={copied ? 'check' : 'copy'} />
        {copied ? uiText.copied : uiText.copy}
      </button>
      <span className="sr-only" role="status">
        {copied && uiText.copied}
      </span>
    </span>
  );
}
