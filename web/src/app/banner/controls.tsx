import { Icon, type IconName } from '@portal/kit/ui/icon.tsx';
import { frameText } from '../../text/zh-TW/frame.ts';
import type { Carousel } from './carousel-engine.tsx';

interface ControlsProps {
  carousel: Carousel;
  count: number;
  playing: boolean;
  onPlay: (playing: boolean) => void;
}

// The dots would cover the picture on narrow screens, where people swipe: one is shown only with the keyboard focus.
const hiddenOnNarrowScreens = 'max-lg:not-focus-visible:sr-only';

/** Pause comes first, as the ARIA carousel pattern requires. */
export const Controls = ({ carousel, count, playing, onPlay }: ControlsProps) => (
  <div className="pointer-events-none absolute inset-x-0 bottom-0 z-10 mx-auto flex max-w-page px-4 pb-1.5 md:pb-3">
    <div className="pointer-events-auto flex items-center rounded-full bg-surface shadow-card lg:px-1">
      <RoundButton
        icon={playing ? 'pause' : 'play'}
        label={playing ? frameText.pause : frameText.play}
        onPress={() => onPlay(!playing)}
      />
      <span className="max-lg:hidden">
        <RoundButton icon="chevron-left" label={frameText.previous} onPress={carousel.previous} />
      </span>
      {Array.from({ length: count }, (_, index) => index).map((place) => (
        <button
          aria-current={place === carousel.selected ? 'true' : undefined}
          aria-label={frameText.slideOf(place + 1, count)}
          className={`group inline-flex h-9 w-7 items-center justify-center rounded-full pointer-coarse:size-11 ${hiddenOnNarrowScreens}`}
          key={place}
          onClick={() => carousel.goTo(place)}
          type="button"
        >
          <span className="h-2.5 w-2.5 rounded-full border-2 border-sea-700 transition-all group-aria-[current]:w-5 group-aria-[current]:bg-sea-700" />
        </button>
      ))}
      <span className="max-lg:hidden">
        <RoundButton icon="chevron-right" label={frameText.next} onPress={carousel.next} />
      </span>
    </div>
  </div>
);

const RoundButton = ({ icon, label, onPress }: { icon: IconName; label: string; onPress: () => void }) => (
  <button
    aria-label={label}
    className="inline-flex size-9 pointer-coarse:size-11 items-center justify-center rounded-full text-sea-800 hover:bg-sea-100"
    onClick={onPress}
    type="button"
  >
    <Icon className="size-4.5" name={icon} />
  </button>
);
