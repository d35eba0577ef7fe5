import { readFile } from 'node:fs/promises';

/* Where a processor's time went, from what `node --cpu-prof` writes. */

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
  }[];
  /** In microseconds of the monotonic clock. */
  readonly startTime: number;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

interface Span {
  /** In milliseconds of the monotonic clock, as `process.hrtime` counts it. */
  readonly from: number;
  readonly to: number;
}

export const monotonicNow = (): number => Number(process.hrtime.bigint() / 1_000n) / 1_000;

const packageOf = (url: string): string | undefined =>
  /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url.slice(url.lastIndexOf('node_modules/')))?.[1];

const areaOf = ({ functionName, url }: Profile['nodes'][number]['callFrame']): string => {
  if (functionName === '(garbage collector)') return 'garbage collector';
  const packed = packageOf(url);
  if (packed) return packed;
  if (url.startsWith('node:'))
    return `Node's own JavaScript: ${
      url
        .slice(5)
        .replace(/^internal\//, '')
        .split('/')[0]
    }`;
  if (url.startsWith('file:')) return 'this project';
  return 'Node below JavaScript: kernel, compiler, crypto';
};

/** Shares of the time in which the main thread worked during the span, by area, the largest first. */
export const sharesOf = async (
  file: string,
  { from, to }: Span,
): Promise<[area: string, share: number][]> => {
  const { nodes, startTime, samples, timeDeltas } = JSON.parse(await readFile(file, 'utf8')) as Profile;
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const times = new Map<string, number>();
  let [now, total] = [startTime, 0];
  for (const [index, id] of samples.entries()) {
    const delta = timeDeltas[index] ?? 0;
    now += delta;
    const frame = frames.get(id);
    if (!frame || frame.functionName === '(idle)' || now < from * 1_000 || now > to * 1_000) continue;
    const area = areaOf(frame);
    times.set(area, (times.get(area) ?? 0) + delta);
    total += delta;
  }
  return [...times]
    .map(([area, time]): [string, number] => [area, time / total])
    .sort(([, one], [, other]) => other - one);
};
