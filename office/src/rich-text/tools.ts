import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  mergeCells,
  splitCell,
  toggleHeader,
} from 'prosemirror-tables';
import { richTextText } from '../text/zh-TW/rich-text.ts';
import {
  headingTool,
  indentTool,
  listTool,
  markTool,
  outdentTool,
  quoteTool,
  redoTool,
  ruleTool,
  type Tool,
  tableTool,
  undoTool,
} from './commands.ts';
import { schema } from './schema.ts';
import type { ToolIconName } from './tool-icon.tsx';

const { nodes, marks } = schema;
const text = richTextText.tools;

export interface ShownTool extends Tool {
  readonly name: string;
  readonly icon?: ToolIconName;
  /** The shortcut in the format of `aria-keyshortcuts`. */
  readonly keys?: string;
}

const withIcon = (icon: ToolIconName, tool: Tool, keys?: string): ShownTool => ({
  ...tool,
  name: text[icon],
  icon,
  ...(keys && { keys }),
});

export const headingTools: readonly ShownTool[] = [
  { ...headingTool(3), name: text.heading3 },
  { ...headingTool(4), name: text.heading4 },
  { ...headingTool(5), name: text.heading5 },
];

export const markTools: readonly ShownTool[] = [
  withIcon('strong', markTool(marks.strong), 'Control+B'),
  withIcon('em', markTool(marks.em), 'Control+I'),
  withIcon('underline', markTool(marks.underline), 'Control+U'),
];

export const blockTools: readonly ShownTool[] = [
  withIcon('bulletList', listTool(nodes.bullet_list)),
  withIcon('orderedList', listTool(nodes.ordered_list)),
  withIcon('outdent', outdentTool, 'Control+['),
  withIcon('indent', indentTool, 'Control+]'),
  withIcon('quote', quoteTool),
  withIcon('rule', ruleTool),
  withIcon('table', tableTool),
];

export const historyTools: readonly ShownTool[] = [
  withIcon('undo', undoTool, 'Control+Z'),
  withIcon('redo', redoTool, 'Control+Y'),
];

const toggles = { useDeprecatedLogic: false };

const tableCommands = {
  addRowBefore,
  addRowAfter,
  addColumnBefore,
  addColumnAfter,
  headerRow: toggleHeader('row', toggles),
  headerColumn: toggleHeader('column', toggles),
  merge: mergeCells,
  split: splitCell,
  deleteRow,
  deleteColumn,
  deleteTable,
};

export const tableTools: readonly ShownTool[] = Object.entries(tableCommands).map(([name, run]) => ({
  name: richTextText.table[name as keyof typeof tableCommands],
  run,
}));
