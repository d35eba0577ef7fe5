interface Box {
  readonly top: number;
  readonly height: number;
}

const boxOf = (row: HTMLElement): Box => {
  const { top, height } = row.getBoundingClientRect();
  return { top: top + scrollY, height };
};

const middleOf = ({ top, height }: Box): number => top + height / 2;

/** Returns the place of the row at `from` when its middle is at `middle`. */
export const placeAt = (boxes: readonly Box[], from: number, middle: number): number =>
  boxes.filter((box, at) => at !== from && middleOf(box) < middle).length;

/** Returns how far the row at `at` makes way, in heights of the dragged row. */
export const makesWay = (at: number, from: number, to: number): -1 | 0 | 1 => {
  if (at > from && at <= to) return -1;
  return at < from && at >= to ? 1 : 0;
};

/** Pixels from the edge of the window, where the page scrolls along. */
const EDGE_PIXELS = 70;
const SCROLLS_BY = 14;

const scrollAtEdge = (y: number) => {
  if (y < EDGE_PIXELS) scrollBy(0, -SCROLLS_BY);
  else if (y > innerHeight - EDGE_PIXELS) scrollBy(0, SCROLLS_BY);
};

interface Drag {
  readonly handle: HTMLElement;
  readonly pointerId: number;
  readonly clientY: number;
  /** The rows keep the places of the drop until `settle` is called. */
  readonly onDrop: (place: number, settle: () => void) => void;
}

/** Drags the row or list item of the handle among its neighbours until the pointer is released. Escape ends it. */
export const dragEntry = ({ handle, pointerId, clientY, onDrop }: Drag) => {
  const row = handle.closest<HTMLElement>('tr, li');
  if (!row?.parentElement) return;
  const rows = [...row.parentElement.children] as HTMLElement[];
  const boxes = rows.map(boxOf);
  const from = rows.indexOf(row);
  const [first, second] = boxes;
  const own = boxes[from];
  if (!own || !first || !second) return;
  const gap = second.top - first.top - first.height;
  const start = clientY + scrollY;
  let to = from;

  const settle = () => {
    for (const each of rows) each.style.transform = '';
    row.style.removeProperty('z-index');
    row.style.removeProperty('position');
  };
  const move = ({ clientY: y }: PointerEvent) => {
    scrollAtEdge(y);
    const by = y + scrollY - start;
    to = placeAt(boxes, from, middleOf(own) + by);
    for (const [at, each] of rows.entries())
      each.style.transform = `translateY(${at === from ? by : makesWay(at, from, to) * (own.height + gap)}px)`;
  };
  const ended = new AbortController();
  const end = (isDrop: boolean) => {
    ended.abort();
    if (isDrop && to !== from) onDrop(to, settle);
    else settle();
  };
  row.style.position = 'relative';
  row.style.zIndex = '1';
  const { signal } = ended;
  handle.setPointerCapture(pointerId);
  handle.addEventListener('pointermove', move, { signal });
  handle.addEventListener('pointerup', () => end(true), { signal });
  handle.addEventListener('pointercancel', () => end(false), { signal });
  addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), { signal });
};
