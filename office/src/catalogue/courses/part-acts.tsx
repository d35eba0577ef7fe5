import { Button } from '@portal/kit/ui/button.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { coursesText as text } from '../../text/zh-TW/courses.ts';

interface PartActsProps {
  /** 「第 2 科」. */
  name: string;
  index: number;
  count: number;
  onSwap: (from: number, to: number) => void;
  onRemove: (index: number) => void;
}

export const PartActs = ({ name, index, count, onSwap, onRemove }: PartActsProps) => (
  <div className="col-span-full flex items-center self-end whitespace-nowrap lg:col-span-1">
    <Button
      aria-label={text.up(name)}
      onClick={() => onSwap(index, index - 1)}
      variant="quiet"
      waits={index === 0}
    >
      <Icon className={index === 0 ? 'size-5 opacity-30' : 'size-5'} name="arrow-up" />
    </Button>
    <Button
      aria-label={text.down(name)}
      onClick={() => onSwap(index, index + 1)}
      variant="quiet"
      waits={index === count - 1}
    >
      <Icon
        className={index === count - 1 ? 'size-5 rotate-180 opacity-30' : 'size-5 rotate-180'}
        name="arrow-up"
      />
    </Button>
    <Button aria-label={text.removeLabel(name)} onClick={() => onRemove(index)} variant="quiet">
      {text.remove}
    </Button>
  </div>
);
