import { expect, test } from 'vitest';
import { filesOf } from './page-files.ts';

test('styles and scripts come in the order in which modules run: what a page imports before the page', () => {
  const manifest = {
    'index.html': { file: 'index.js', css: ['index.css'], isEntry: true },
    'roster-page.tsx': {
      file: 'roster.js',
      css: ['roster.css'],
      imports: ['index.html', '_buttons', '_table'],
    },
    _table: { file: 'table.js', css: ['table.css'], imports: ['_buttons', 'roster-page.tsx'] },
    _buttons: { file: 'buttons.js', css: ['buttons.css'] },
  };
  expect(filesOf(manifest, ['roster-page.tsx'])).toEqual({
    styles: ['/buttons.css', '/table.css', '/roster.css'],
    scripts: ['/buttons.js', '/table.js', '/roster.js'],
  });
});
