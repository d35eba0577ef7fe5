import { baseKeymap, toggleMark } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { inputRules, wrappingInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import { imeSpan } from 'prosemirror-safari-ime-span';
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list';
import { type EditorState, Plugin, type Transaction } from 'prosemirror-state';
import { goToNextCell, tableEditing } from 'prosemirror-tables';
import { breakLine } from './commands.ts';
import { cleanPaste } from './paste.ts';
import { schema } from './schema.ts';

const { nodes, marks } = schema;

export interface Handlers {
  onPicture: (file: File) => void;
  onLink: () => void;
  onToolbar: () => void;
}

/** Runs what is no command of the text. */
const wish = (act: () => void) => () => {
  act();
  return true;
};

/** Tab moves between the cells of a table, and leaves the editor from the last cell and elsewhere. */
const keys = ({ onLink, onToolbar }: Handlers) =>
  keymap({
    'Mod-z': undo,
    'Mod-y': redo,
    'Shift-Mod-z': redo,
    'Mod-b': toggleMark(marks.strong),
    'Mod-i': toggleMark(marks.em),
    'Mod-u': toggleMark(marks.underline),
    'Mod-k': wish(onLink),
    'Mod-[': liftListItem(nodes.list_item),
    'Mod-]': sinkListItem(nodes.list_item),
    Enter: splitListItem(nodes.list_item),
    'Shift-Enter': breakLine,
    Tab: goToNextCell(1),
    'Shift-Tab': goToNextCell(-1),
    'Alt-F10': wish(onToolbar),
  });

const typed = inputRules({
  rules: [
    wrappingInputRule(/^\s*[-*•]\s$/, nodes.bullet_list),
    wrappingInputRule(/^\s*1[.、)]\s$/, nodes.ordered_list),
  ],
});

const endsWithParagraph = ({ doc }: { doc: EditorState['doc'] }): boolean =>
  doc.lastChild?.type === nodes.paragraph;

export const withLastParagraph = (tr: Transaction): Transaction =>
  endsWithParagraph(tr) ? tr : tr.insert(tr.doc.content.size, nodes.paragraph.create());

/** There is always a place to write after a table. */
const lastParagraph = new Plugin({
  appendTransaction: (_, __, state) => (endsWithParagraph(state) ? null : withLastParagraph(state.tr)),
});

export const plugins = (wishes: Handlers): Plugin[] => [
  cleanPaste(wishes.onPicture),
  typed,
  keys(wishes),
  keymap(baseKeymap),
  history(),
  tableEditing(),
  lastParagraph,
  imeSpan,
];
