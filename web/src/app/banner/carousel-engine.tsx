import { useEffect, useState } from 'react';

export interface Carousel {
  readonly selected: number;
  goTo(index: number): void;
  next(): void;
  previous(): void;
}

interface CarouselEngineProps {
  viewport: HTMLElement;
  count: number;
  reducesMotion: boolean;
  onChange: (carousel: Carousel) => void;
}

/** In pixels. A shorter movement of the finger is no swipe. */
const SWIPE_PIXELS = 40;

/** A component instead of a hook, because it runs only if there are several slides. */
export const CarouselEngine = ({ viewport, count, reducesMotion, onChange }: CarouselEngineProps) => {
  const [selected, setSelected] = useState(0);
  useEffect(() => {
    const turn = (by: number) => setSelected((selected + by + count) % count);
    onChange({ selected, goTo: setSelected, next: () => turn(1), previous: () => turn(-1) });
    return onSwipe(viewport, turn);
  }, [viewport, count, selected, onChange]);
  useEffect(() => {
    let width = 0;
    // Reports the width once the layout is known; reading it in the effect would force a layout.
    const resized = new ResizeObserver(() => {
      if (width === viewport.clientWidth) return;
      const behavior = width > 0 || reducesMotion ? 'instant' : 'smooth';
      width = viewport.clientWidth;
      viewport.scrollTo({ left: selected * width, behavior });
    });
    resized.observe(viewport);
    return () => resized.disconnect();
  }, [viewport, selected, reducesMotion]);
  return null;
};

const onSwipe = (viewport: HTMLElement, turn: (by: number) => void) => {
  let from = 0;
  // A mouse has the buttons, and would end a swipe over a link with a click.
  const press = ({ pointerType, clientX }: PointerEvent) => {
    from = pointerType === 'mouse' ? Number.NaN : clientX;
  };
  const release = ({ clientX }: PointerEvent) => {
    if (Math.abs(clientX - from) > SWIPE_PIXELS) turn(clientX < from ? 1 : -1);
  };
  viewport.addEventListener('pointerdown', press);
  viewport.addEventListener('pointerup', release);
  return () => {
    viewport.removeEventListener('pointerdown', press);
    viewport.removeEventListener('pointerup', release);
  };
};
