import type { Command, EditorState } from 'prosemirror-state';
import { isInTable } from 'prosemirror-tables';
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useRef } from 'react';
import { richTextText } from '../text/zh-TW/rich-text.ts';
import { linkAround, selectedPicture } from './commands.ts';
import { ToolIcon } from './tool-icon.tsx';
import { blockTools, headingTools, historyTools, markTools, type ShownTool, tableTools } from './tools.ts';

const text = richTextText;

interface ToolbarProps {
  state: EditorState;
  label: string;
  controls: string;
  run: (command: Command) => void;
  onLink: () => void;
  onPicture: () => void;
  onLeave: () => void;
  ref: Ref<HTMLDivElement>;
}

/** One tool is reached by Tab, the others by arrow keys. */
export const Toolbar = ({ state, label, controls, run, onLink, onPicture, onLeave, ref }: ToolbarProps) => {
  const tools = (list: readonly ShownTool[]) =>
    list.map((tool) => <CommandButton key={tool.name} run={run} state={state} tool={tool} />);
  const { box, onKeyDown } = useRoving(onLeave);
  return (
    <div
      aria-controls={controls}
      aria-label={text.toolbar(label)}
      aria-orientation="horizontal"
      className="flex flex-wrap gap-1 border-line border-b bg-sea-50 p-1.5 print:hidden"
      onKeyDown={onKeyDown}
      ref={mergedRef(box, ref)}
      role="toolbar"
    >
      <Group>{tools(headingTools)}</Group>
      <Group>
        {tools(markTools)}
        <ToolButton
          isOn={linkAround(state) !== null}
          keys="Control+K"
          name={text.tools.link}
          onPress={onLink}
        >
          <ToolIcon name="link" />
        </ToolButton>
      </Group>
      <Group>{tools(blockTools)}</Group>
      <Group>
        <ToolButton isOn={selectedPicture(state) !== null} name={text.tools.picture} onPress={onPicture}>
          <ToolIcon name="picture" />
        </ToolButton>
      </Group>
      <Group>{tools(historyTools)}</Group>
      {isInTable(state) && (
        <div className="flex w-full flex-wrap gap-x-1 border-line border-t pt-1">{tools(tableTools)}</div>
      )}
    </div>
  );
};

const Group = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap border-line border-e pe-1 last:border-0">{children}</div>
);

interface CommandButtonProps {
  tool: ShownTool;
  state: EditorState;
  run: (command: Command) => void;
}

const CommandButton = ({
  tool: { name, icon, keys, run: command, isOn },
  state,
  run,
}: CommandButtonProps) => (
  <ToolButton
    isOff={!command(state)}
    isOn={isOn?.(state)}
    keys={keys}
    name={name}
    onPress={() => run(command)}
  >
    {icon ? <ToolIcon name={icon} /> : name}
  </ToolButton>
);

interface ToolButtonProps {
  name: string;
  onPress: () => void;
  isOn?: boolean | undefined;
  isOff?: boolean | undefined;
  keys?: string | undefined;
  children: ReactNode;
}

const ToolButton = ({ name, onPress, isOn, isOff = false, keys, children }: ToolButtonProps) => (
  <button
    aria-disabled={isOff || undefined}
    aria-keyshortcuts={keys}
    aria-label={name}
    aria-pressed={isOn}
    className="inline-flex min-h-9 min-w-9 cursor-pointer items-center justify-center rounded-md px-2 text-sea-900 text-sm hover:bg-sea-100 aria-disabled:cursor-not-allowed aria-disabled:text-ink-soft/50 aria-pressed:bg-sea-700 aria-pressed:text-surface pointer-coarse:min-h-11 pointer-coarse:min-w-11"
    onClick={() => isOff || onPress()}
    onMouseDown={(event) => event.preventDefault()}
    title={keys ? `${name}（${keys.replace('Control', 'Ctrl')}）` : name}
    type="button"
  >
    {children}
  </button>
);

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

const buttonsIn = (box: HTMLElement | null): HTMLButtonElement[] => [
  ...(box?.querySelectorAll('button') ?? []),
];

const useRoving = (onLeave: () => void) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const buttons = buttonsIn(box.current);
    const focused = buttons.find((button) => button === document.activeElement);
    const reached = focused ?? buttons.find(({ tabIndex }) => tabIndex === 0) ?? buttons[0];
    for (const button of buttons) button.tabIndex = button === reached ? 0 : -1;
  });
  const goTo = (target: HTMLButtonElement | undefined) => {
    for (const button of buttonsIn(box.current)) button.tabIndex = button === target ? 0 : -1;
    target?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = buttonsIn(box.current);
    const at = buttons.findIndex((button) => button.matches(':focus'));
    const step = STEPS[event.key];
    if (event.key === 'Escape') onLeave();
    else if (event.key === 'Home') goTo(buttons[0]);
    else if (event.key === 'End') goTo(buttons.at(-1));
    else if (step !== undefined) goTo(buttons.at((at + step) % buttons.length));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { box, onKeyDown };
};

const mergedRef =
  (own: { current: HTMLDivElement | null }, given: Ref<HTMLDivElement>) =>
  (element: HTMLDivElement | null) => {
    own.current = element;
    if (typeof given === 'function') given(element);
    else if (given) given.current = element;
  };
