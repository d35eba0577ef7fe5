import type { ImportState } from '@portal/contract/office/imports';
import { Badge, type Tone } from '@portal/kit/ui/badge.tsx';
import { importsText as text } from '../text/zh-TW/imports.ts';

const tones: Readonly<Record<ImportState, Tone>> = {
  checking: 'info',
  checked: 'warn',
  started: 'info',
  finished: 'ok',
  undoing: 'info',
  undone: 'neutral',
};

export const ImportStateBadge = ({ state }: { state: ImportState }) => (
  <Badge tone={tones[state]}>{text.states[state]}</Badge>
);
