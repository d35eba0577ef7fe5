import { Button } from '@portal/kit/ui/button.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { movesText as text } from '../text/zh-TW/moves.ts';
import type { By, Moves } from './use-moves.ts';

/** A handle for pointers, and buttons that do the same for everybody. */
export const MoveControls = (moves: Moves) => (
  <>
    <DragHandle {...moves} />
    <MoveButton by={-1} isShown={!moves.isFirst} {...moves} />
    <MoveButton by={1} isShown={!moves.isLast} {...moves} />
  </>
);

const DragHandle = ({ isFirst, isLast, isMoving, onDrag }: Moves) =>
  isFirst && isLast ? null : (
    <span
      aria-hidden="true"
      className="inline-flex min-h-11 w-11 cursor-grab touch-none items-center justify-center text-ink-soft active:cursor-grabbing print:hidden"
      onPointerDown={(event) => {
        if (event.button !== 0 || isMoving) return;
        event.preventDefault();
        onDrag(event);
      }}
      title={text.drag}
    >
      <Icon name="menu" />
    </span>
  );

interface MoveButtonProps extends Moves {
  by: By;
  isShown: boolean;
}

const MoveButton = ({ by, isShown, name, isMoving, idOf, onMove }: MoveButtonProps) => {
  if (!isShown) return <span className="w-11" />;
  return (
    <Button
      aria-label={by < 0 ? text.up(name) : text.down(name)}
      id={idOf(by)}
      onClick={() => onMove(by)}
      variant="quiet"
      waits={isMoving}
    >
      <Icon className={by < 0 ? 'size-5' : 'size-5 rotate-180'} name="arrow-up" />
    </Button>
  );
};
