import { expect, test } from 'vitest';
import { deployed } from '../cluster/templates.ts';
import { readContainerfile, readIgnored } from './containerfile.ts';

test('a Containerfile becomes stages with their steps', () => {
  const text = `# comment
FROM debian AS build
RUN one \\
  # between
  && two
COPY --from=base /a /b
ENV A=1 B=two
FROM debian
USER 5:5
HEALTHCHECK --interval=3s CMD ["check", "it"]
ENTRYPOINT ["first"]
CMD ["run"]`;
  expect(readContainerfile(text)).toEqual([
    {
      from: 'debian',
      name: 'build',
      steps: [
        { does: 'run', command: ['/bin/sh', '-c', 'one && two'] },
        { does: 'copy', from: 'base', sources: ['/a'], to: '/b' },
        { does: 'set', variables: { A: '1', B: 'two' } },
      ],
      healthCheck: null,
      entrypoint: [],
      command: null,
    },
    {
      from: 'debian',
      name: null,
      steps: [{ does: 'become', user: '5:5' }],
      healthCheck: ['check', 'it'],
      entrypoint: ['first'],
      command: ['run'],
    },
  ]);
});

test.each([
  'ADD a b',
  'COPY --chown=1:1 a b',
  'ENV A=$B',
  'ENV A="b c"',
  'ARG A',
  'SHELL ["/bin/bash"]',
  'COPY a',
])('%s is refused', (line) => {
  expect(() => readContainerfile(`FROM debian\n${line}`)).toThrow();
});

test('names to ignore are those of the root, and anywhere with two asterisks', () => {
  const isIgnored = readIgnored('data\n**/dist\n**/*.log\n');
  const files = ['data/x', 'web/data', 'dist', 'web/dist/a', 'a.log', 'b/c.log', 'distance', 'b/a.logs'];
  expect(files.filter(isIgnored)).toEqual(['data/x', 'dist', 'web/dist/a', 'a.log', 'b/c.log']);
  expect(() => readIgnored('!data')).toThrow('!data is not understood');
});

test('the image of the portal ends as an ordinary user, with a health check', async () => {
  const image = readContainerfile(await deployed('Containerfile')).at(-1);
  const users = image?.steps.flatMap((step) => (step.does === 'become' ? [step.user] : []));
  expect(users).toEqual(['10001:10001']);
  expect(image?.healthCheck?.[0]).toBe('node');
  expect(image?.command).toEqual(['node', '--max-semi-space-size=16', '--expose-gc', 'server/src/main.ts']);
});
