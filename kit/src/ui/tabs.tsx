import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';

interface Tab<Value extends string> {
  value: Value;
  label: ReactNode;
  panel: ReactNode;
}

interface TabsProps<Value extends string> {
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}

/* By the WAI-ARIA pattern panels are focusable, so that text-only panels can be reached. */
const panelStop = { tabIndex: 0 };

/** The arrow keys, Home and End choose a tab and focus it. */
function useTabKeys<Value extends string>(
  tabs: readonly Tab<Value>[],
  value: Value,
  onChange: (value: Value) => void,
) {
  const list = useRef<HTMLDivElement>(null);
  const choose = (index: number) => {
    const target = tabs[(index + tabs.length) % tabs.length];
    if (!target) return;
    onChange(target.value);
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(target.value)}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const current = tabs.findIndex((tab) => tab.value === value);
    const targets: Record<string, number> = {
      ArrowRight: current + 1,
      ArrowLeft: current - 1,
      Home: 0,
      End: tabs.length - 1,
    };
    const target = targets[event.key];
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    choose(target);
  };
  return { list, onKeyDown };
}

/** A visited panel keeps its state while hidden. */
export function Tabs<Value extends string>({ label, tabs, value, onChange }: TabsProps<Value>) {
  const base = useId();
  const { list, onKeyDown } = useTabKeys(tabs, value, onChange);
  const [seen, setSeen] = useState<readonly Value[]>([value]);
  if (!seen.includes(value)) setSeen([...seen, value]);
  return (
    <>
      <div
        aria-label={label}
        className="flex flex-wrap gap-x-1 border-line-strong border-b print:hidden"
        onKeyDown={onKeyDown}
        ref={list}
        role="tablist"
      >
        {tabs.map((tab) => (
          <button
            aria-controls={`${base}-${tab.value}-panel`}
            aria-selected={tab.value === value}
            className="-mb-px min-h-11 rounded-t-md px-4 pt-2 pb-3 text-ink-soft hover:bg-sea-50 hover:text-ink aria-selected:border-sea-700 aria-selected:border-b-4 aria-selected:pb-2 aria-selected:font-bold aria-selected:text-sea-800"
            data-tab={tab.value}
            id={`${base}-${tab.value}`}
            key={tab.value}
            onClick={() => onChange(tab.value)}
            role="tab"
            tabIndex={tab.value === value ? 0 : -1}
            type="button"
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          aria-labelledby={`${base}-${tab.value}`}
          className="pt-5"
          hidden={tab.value !== value}
          id={`${base}-${tab.value}-panel`}
          key={tab.value}
          role="tabpanel"
          {...panelStop}
        >
          {(seen.includes(tab.value) || tab.value === value) && tab.panel}
        </div>
      ))}
    </>
  );
}
