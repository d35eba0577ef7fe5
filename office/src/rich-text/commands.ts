import { lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import type { Mark, MarkType, Node, NodeType, ResolvedPos } from 'prosemirror-model';
import { liftListItem, sinkListItem, wrapInList } from 'prosemirror-schema-list';
import { type Command, type EditorState, NodeSelection, TextSelection } from 'prosemirror-state';
import { schema } from './schema.ts';

const { nodes, marks } = schema;

/** A tool of the toolbar. */
export interface Tool {
  readonly run: Command;
  /** The tool's effect holds at the cursor: pressed. Absent for tools without a lasting effect. */
  readonly isOn?: (state: EditorState) => boolean;
}

const isMarked =
  (type: MarkType) =>
  ({ selection, storedMarks, doc }: EditorState): boolean => {
    if (selection.empty) return type.isInSet(storedMarks ?? selection.$from.marks()) !== undefined;
    return doc.rangeHasMark(selection.from, selection.to, type);
  };

export const markTool = (type: MarkType): Tool => ({ run: toggleMark(type), isOn: isMarked(type) });

const isHeading =
  (level: number) =>
  ({ selection: { $from } }: EditorState): boolean =>
    $from.parent.type === nodes.heading && $from.parent.attrs.level === level;

export const headingTool = (level: number): Tool => {
  const isOn = isHeading(level);
  const make = setBlockType(nodes.heading, { level });
  const unmake = setBlockType(nodes.paragraph);
  return { isOn, run: (state, dispatch) => (isOn(state) ? unmake : make)(state, dispatch) };
};

/** The type of the innermost list around the selection. */
const listAround = ({ selection: { $from } }: EditorState): NodeType | undefined => {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const { type } = $from.node(depth);
    if (type === nodes.bullet_list || type === nodes.ordered_list) return type;
  }
  return undefined;
};

/** Turns the list around the selection into one of the other kind. */
const changeList =
  (type: NodeType): Command =>
  ({ selection: { $from }, tr }, dispatch) => {
    for (let depth = $from.depth; depth > 0; depth -= 1) {
      const list = $from.node(depth).type;
      if (list !== nodes.bullet_list && list !== nodes.ordered_list) continue;
      dispatch?.(tr.setNodeMarkup($from.before(depth), type));
      return true;
    }
    return false;
  };

export const listTool = (type: NodeType): Tool => ({
  isOn: (state) => listAround(state) === type,
  run: (state, dispatch) => {
    const around = listAround(state);
    if (around === type) return liftListItem(nodes.list_item)(state, dispatch);
    return (around ? changeList(type) : wrapInList(type))(state, dispatch);
  },
});

const isQuoted = ({ selection: { $from } }: EditorState): boolean => {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    if ($from.node(depth).type === nodes.blockquote) return true;
  }
  return false;
};

export const quoteTool: Tool = {
  isOn: isQuoted,
  run: (state, dispatch) => (isQuoted(state) ? lift : wrapIn(nodes.blockquote))(state, dispatch),
};

export const indentTool: Tool = { run: sinkListItem(nodes.list_item) };
export const outdentTool: Tool = { run: liftListItem(nodes.list_item) };
export const undoTool: Tool = { run: undo };
export const redoTool: Tool = { run: redo };

export const ruleTool: Tool = {
  run: (state, dispatch) => {
    dispatch?.(state.tr.replaceSelectionWith(nodes.horizontal_rule.create()).scrollIntoView());
    return true;
  },
};

export const breakLine: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView());
  return true;
};

const COLUMNS = 3;

const newRow = (cell: NodeType) => {
  const cells = Array.from({ length: COLUMNS }, () => cell.createAndFill()).filter((each) => each !== null);
  return nodes.table_row.create(null, cells);
};

/** The position of the first cell of the first table after `from`. */
const firstCellAfter = (document: Node, from: number): number => {
  let found = from;
  document.nodesBetween(from, document.content.size, ({ type }, at) => {
    if (found === from && type === nodes.table && at >= from - 1) found = at + 3;
    return found === from;
  });
  return found;
};

/** A table of three columns with a header row; the cursor is in its first cell. */
export const tableTool: Tool = {
  run: (state, dispatch) => {
    const rows = [newRow(nodes.table_header), newRow(nodes.table_cell), newRow(nodes.table_cell)];
    const tr = state.tr.replaceSelectionWith(nodes.table.create(null, rows));
    const cell = firstCellAfter(tr.doc, tr.mapping.map(state.selection.from, -1));
    dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(cell))).scrollIntoView());
    return true;
  },
};

interface LinkAround {
  readonly from: number;
  readonly to: number;
  readonly href: string;
}

/** The start and end of a mark within a paragraph, for each unbroken part. */
const rangesOf = (mark: Mark, $at: ResolvedPos): { from: number; to: number }[] => {
  const ranges: { from: number; to: number }[] = [];
  $at.parent.forEach((node, offset) => {
    if (!mark.isInSet(node.marks)) return;
    const from = $at.start() + offset;
    const last = ranges.at(-1);
    if (last?.to === from) last.to += node.nodeSize;
    else ranges.push({ from, to: from + node.nodeSize });
  });
  return ranges;
};

/** The link in which the selection begins, from end to end. */
export const linkAround = ({ selection: { $from } }: EditorState): LinkAround | null => {
  const mark = marks.link.isInSet($from.marks()) ?? marks.link.isInSet($from.nodeAfter?.marks ?? []);
  if (!mark) return null;
  const range = rangesOf(mark, $from).find(({ from, to }) => from <= $from.pos && $from.pos <= to);
  return range ? { ...range, href: `${mark.attrs.href}` } : null;
};

/** The picture that is selected. */
export const selectedPicture = ({ selection }: EditorState) =>
  selection instanceof NodeSelection && selection.node.type === nodes.picture ? selection.node : null;
