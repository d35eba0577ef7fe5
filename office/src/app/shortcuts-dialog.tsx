import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { useId } from 'react';
import { useLocation } from 'react-router';
import { offeredShortcuts, type Shortcut, useSingleKeys } from '../platform/shortcuts.ts';
import { frameText } from '../text/zh-TW/frame.ts';
import { helpText } from '../text/zh-TW/help.ts';
import { useSections } from './rail.tsx';
import { isIn } from './sections.ts';

const text = frameText.shortcuts;

export const ShortcutsDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog onClose={onClose} open title={text.title}>
    <div className="space-y-5">
      <PageHelp />
      {offeredShortcuts().map(({ name, shortcuts }) => (
        <section key={name}>
          <h3>{name}</h3>
          <dl className="mt-1 divide-y divide-line">
            {shortcuts.map((shortcut) => (
              <ShortcutRow key={shortcut.keys} shortcut={shortcut} />
            ))}
          </dl>
        </section>
      ))}
      <SingleKeys />
    </div>
  </Dialog>
);

/** It explains the section of the page that is shown. */
const PageHelp = () => {
  const { pathname } = useLocation();
  const section = useSections().find((each) => isIn(each, pathname));
  if (!section) return null;
  return (
    <section>
      <h3>{text.page(section.name)}</h3>
      <ul className="mt-1 list-disc space-y-1 ps-5">
        {helpText[section.key]?.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
};

const ShortcutRow = ({ shortcut: { keys, label } }: { shortcut: Shortcut }) => (
  <div className="flex items-center justify-between gap-4 py-2">
    <dt>{label}</dt>
    <dd className="flex shrink-0 items-center gap-1">
      {keys.split(' ').map((key, place) => (
        <span className="contents" key={key}>
          {place > 0 && <span className="text-ink-soft text-sm">{text.andThen}</span>}
          <Keys combination={key} />
        </span>
      ))}
    </dd>
  </div>
);

const Keys = ({ combination }: { combination: string }) =>
  combination.split('+').map((key) => (
    <kbd
      className="min-w-7 rounded-sm border border-line-strong bg-paper px-1.5 text-center font-mono text-sm"
      key={key}
    >
      {key.length > 1 ? `${key[0]?.toUpperCase()}${key.slice(1)}` : key.toUpperCase()}
    </kbd>
  ));

const SingleKeys = () => {
  const [areOn, turn] = useSingleKeys();
  const hint = useId();
  return (
    <div className="border-line border-t pt-3">
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          aria-describedby={hint}
          checked={areOn}
          className="size-5 accent-sea-700"
          onChange={(event) => turn(event.target.checked)}
          type="checkbox"
        />
        {text.singleKeys}
      </label>
      <p className="text-ink-soft text-sm" id={hint}>
        {text.singleKeysHint}
      </p>
    </div>
  );
};
