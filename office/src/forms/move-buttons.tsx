import { Button } from '@portal/kit/ui/button.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { movesText as text } from '../text/zh-TW/moves.ts';
import type { By, Moves } from './use-moves.ts';

export const MoveButtons = (moves: Moves) => (
  <>
    <MoveButton by={-1} isShown={!moves.isFirst} {...moves} />
    <MoveButton by={1} isShown={!moves.isLast} {...moves} />
  </>
);

interface MoveButtonProps extends Moves {
  by: By;
  isShown: boolean;
}

const MoveButton = ({ by, isShown, name, isMoving, idOf, onMove }: MoveButtonProps) => {
  if (!isShown) return <span className="w-12" />;
  return (
    <Button
      aria-label={by < 0 ? text.up(name) : text.down(name)}
      id={idOf(by)}
      onClick={() => onMove(by)}
      variant="quiet"
      waits={isMoving}
    >
      <Icon className={by < 0 ? '' : 'rotate-180'} name="arrow-up" />
    </Button>
  );
};
