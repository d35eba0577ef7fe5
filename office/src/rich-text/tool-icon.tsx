import { LineIcon } from '../platform/line-icon.tsx';

const paths = {
  strong: 'M7 5h6a3.5 3.5 0 0 1 0 7H7zM7 12h7a3.5 3.5 0 0 1 0 7H7z',
  em: 'M10 5h8M6 19h8M14.5 5l-5 14',
  underline: 'M7 4v7a5 5 0 0 0 10 0V4M5 20h14',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.7L12 17',
  bulletList: 'M9 6h11M9 12h11M9 18h11M4.5 6v.01M4.5 12v.01M4.5 18v.01',
  orderedList: 'M10 6h10M10 12h10M10 18h10M4 4.5l1.5-.5v4.5M4 16h2.5v1.2L4 20h2.6',
  outdent: 'M4 5h16M11 10h9M11 14h9M4 19h16M7 9.5L4.5 12 7 14.5',
  indent: 'M4 5h16M11 10h9M11 14h9M4 19h16M4.5 9.5L7 12l-2.5 2.5',
  quote: 'M10 7H5v6h5V7c0 5-1 8-4 10M19 7h-5v6h5V7c0 5-1 8-4 10',
  picture: 'M4 5h16v14H4zM8.5 10.5v.01M4 17l5-4.5 3.5 3L16 12l4 4',
  table: 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14',
  rule: 'M4 12h16M7 6h10M7 18h10',
  undo: 'M8 5L4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-3',
  redo: 'M16 5l4 4-4 4M20 9H10a5.5 5.5 0 0 0 0 11h3',
} as const;

export type ToolIconName = keyof typeof paths;

export const ToolIcon = ({ name }: { name: ToolIconName }) => (
  <LineIcon path={paths[name]} strokeWidth={name === 'bulletList' ? 2.2 : 1.8} />
);
